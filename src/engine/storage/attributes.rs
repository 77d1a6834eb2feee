//! The kinds of tables by the names of the `ds` attribute.

/// The tables of sets: what a relation without an attribute gets.
pub mod set {
    #[doc(hidden)]
    pub use crate::{
        __typelog_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_rows as rel, __typelog_set_full as rel_full_ind,
    };
}

/// The tables of relations whose rows cannot be derived twice.
pub mod once {
    #[doc(hidden)]
    pub use crate::{
        __typelog_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_rows as rel,
    };
}

/// The tables of relations whose rows cannot be derived twice, and are not kept.
pub mod passing {
    #[doc(hidden)]
    pub use crate::{
        __typelog_count as rel, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_passing_index as rel_ind,
    };
}

/// The tables of relations that are given.
pub mod given {
    #[doc(hidden)]
    pub use crate::{
        __typelog_given_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_rows as rel,
    };
}

/// The tables of relations whose rows cannot be derived twice, and are found by a column of small numbers.
pub mod placed {
    #[doc(hidden)]
    pub use crate::{
        __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_once_full as rel_full_ind, __typelog_placed_index as rel_ind, __typelog_placed_rows as rel,
    };
}

/// The tables of functions.
pub mod function {
    #[doc(hidden)]
    pub use crate::{
        __typelog_function_common as rel_ind_common, __typelog_function_full as rel_full_ind,
        __typelog_function_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_rows as rel,
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_no_codegen {
    ($($any:tt)*) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_no_common {
    ($($any:tt)*) => {
        ()
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_rows {
    ($name:ident, $row:ty, $indices:expr, ser, ($($arguments:tt)?)) => { ::std::vec::Vec<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::engine::storage::Index<$key, $value>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_count {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::engine::storage::Count<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_placed_rows {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::engine::storage::Count<$row> };
    ($name:ident, $row:ty, $indices:expr, ser, (kept)) => { ::std::vec::Vec<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_passing_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::NewRows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::engine::storage::Index<$key, $value>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_given_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), [$column:literal], $key:ty, $value:ty) => {
        $crate::engine::storage::PlaceIndex<$key, $value>
    };
    ($name:ident, $($rest:tt)*) => { compile_error!(concat!(stringify!($name), " is joined by more than one column")) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_placed_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::engine::storage::NewRows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (kept), [], $key:ty, $value:ty) => { $crate::engine::storage::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, ($($kept:ident)?), [$column:literal], $key:ty, $value:ty) => {
        $crate::engine::storage::UniqueIndex<$key, $value>
    };
    ($name:ident, $($rest:tt)*) => { compile_error!(concat!(stringify!($name), " is joined by more than one column")) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_set_full {
    ($name:ident, $row:ty, $indices:expr, ser, (), $key:ty, $value:ty) => { $crate::engine::storage::Members<$key> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_once_full {
    ($name:ident, $row:ty, $indices:expr, ser, ($($kept:ident)?), $key:ty, $value:ty) => {
        $crate::engine::storage::Unchecked<$key>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_common {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::__typelog_function_common!($name, $row, $indices, ser, (1)) };
    ($name:ident, $row:ty, $indices:expr, ser, ($results:literal)) => {
        $crate::engine::storage::Function<
            <$row as $crate::engine::storage::SplitRow<$results>>::Arguments,
            <$row as $crate::engine::storage::SplitRow<$results>>::Results,
        >
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_full {
    ($name:ident, $row:ty, $indices:expr, ser, (), $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionRows<$row, 1>
    };
    ($name:ident, $row:ty, $indices:expr, ser, ($results:literal), $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionRows<$row, $results>
    };
}

// Which index is the one by all arguments depends on the number of columns and results.
#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_index {
    ($name:ident, $row:ty, $indices:expr, ser, ($($results:literal)?), [], $key:ty, $value:ty) => {
        $crate::engine::storage::Rows<$value>
    };
    ($name:ident, ($a:ty, $z:ty), $indices:expr, ser, (), [0], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $z:ty), $indices:expr, ser, (), [0, 1], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $c:ty, $z:ty), $indices:expr, ser, (), [0, 1, 2], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $y:ty, $z:ty), $indices:expr, ser, (2), [0], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $y:ty, $z:ty), $indices:expr, ser, (2), [0, 1], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, ($a:ty, $x:ty, $y:ty, $z:ty), $indices:expr, ser, (3), [0], $key:ty, $value:ty) => {
        $crate::engine::storage::FunctionArguments
    };
    ($name:ident, $row:ty, $indices:expr, ser, ($($results:literal)?), $index:expr, $key:ty, $value:ty) => {
        $crate::engine::storage::Index<$key, $value>
    };
}
