//! The kinds of tables, by the names of the `ds` attribute.

/// The tables of sets, which are the default.
pub mod set {
    #[doc(hidden)]
    pub use crate::{
        __typelog_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_rows as rel, __typelog_set_full as rel_full_ind,
    };
}

/// The tables of relations whose rules, by their form, cannot derive a row twice.
pub mod unique {
    #[doc(hidden)]
    pub use crate::{
        __typelog_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_rows as rel, __typelog_unique_full as rel_full_ind,
    };
}

/// The tables of `unique` relations whose rows matter only while they are new, or in joins: no list of rows is kept.
pub mod transient {
    #[doc(hidden)]
    pub use crate::{
        __typelog_count as rel, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_transient_index as rel_ind, __typelog_unique_full as rel_full_ind,
    };
}

/// The tables of relations that are filled before the engine starts.
pub mod input {
    #[doc(hidden)]
    pub use crate::{
        __typelog_input_index as rel_ind, __typelog_no_codegen as rel_codegen, __typelog_no_common as rel_ind_common,
        __typelog_rows as rel, __typelog_unique_full as rel_full_ind,
    };
}

/// The tables of `transient` or `unique` relations that are keyed by a column of small numbers, which differ in all rows.
pub mod dense {
    #[doc(hidden)]
    pub use crate::{
        __typelog_dense_index as rel_ind, __typelog_dense_rows as rel, __typelog_no_codegen as rel_codegen,
        __typelog_no_common as rel_ind_common, __typelog_unique_full as rel_full_ind,
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
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::Index<$key, $value>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_count {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::Count<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_dense_rows {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::Count<$row> };
    ($name:ident, $row:ty, $indices:expr, ser, (kept)) => { ::std::vec::Vec<$row> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_transient_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::NewRows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::Index<$key, $value>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_input_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (), [$column:literal], $key:ty, $value:ty) => {
        $crate::DenseIndex<$key, $value>
    };
    ($name:ident, $($rest:tt)*) => { compile_error!(concat!(stringify!($name), " is joined by more than one column")) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_dense_index {
    ($name:ident, $row:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::NewRows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, (kept), [], $key:ty, $value:ty) => { $crate::Rows<$value> };
    ($name:ident, $row:ty, $indices:expr, ser, ($($kept:ident)?), [$column:literal], $key:ty, $value:ty) => {
        $crate::UniqueIndex<$key, $value>
    };
    ($name:ident, $($rest:tt)*) => { compile_error!(concat!(stringify!($name), " is joined by more than one column")) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_set_full {
    ($name:ident, $row:ty, $indices:expr, ser, (), $key:ty, $value:ty) => { $crate::Members<$key> };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_unique_full {
    ($name:ident, $row:ty, $indices:expr, ser, ($($kept:ident)?), $key:ty, $value:ty) => {
        $crate::Unchecked<$key>
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_common {
    ($name:ident, $row:ty, $indices:expr, ser, ()) => { $crate::__typelog_function_common!($name, $row, $indices, ser, (1)) };
    ($name:ident, $row:ty, $indices:expr, ser, ($results:literal)) => {
        $crate::Function<
            <$row as $crate::SplitRow<$results>>::Arguments,
            <$row as $crate::SplitRow<$results>>::Results,
        >
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_full {
    ($name:ident, $row:ty, $indices:expr, ser, (), $key:ty, $value:ty) => {
        $crate::FunctionRows<$row, 1>
    };
    ($name:ident, $row:ty, $indices:expr, ser, ($results:literal), $key:ty, $value:ty) => {
        $crate::FunctionRows<$row, $results>
    };
}

// The index that covers all arguments depends on the number of columns and results.
#[doc(hidden)]
#[macro_export]
macro_rules! __typelog_function_index {
    ($name:ident, $row:ty, $indices:expr, ser, ($($results:literal)?), [], $key:ty, $value:ty) => {
        $crate::Rows<$value>
    };
    ($name:ident, ($a:ty, $z:ty), $indices:expr, ser, (), [0], $key:ty, $value:ty) => {
        $crate::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $z:ty), $indices:expr, ser, (), [0, 1], $key:ty, $value:ty) => {
        $crate::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $c:ty, $z:ty), $indices:expr, ser, (), [0, 1, 2], $key:ty, $value:ty) => {
        $crate::FunctionArguments
    };
    ($name:ident, ($a:ty, $y:ty, $z:ty), $indices:expr, ser, (2), [0], $key:ty, $value:ty) => {
        $crate::FunctionArguments
    };
    ($name:ident, ($a:ty, $b:ty, $y:ty, $z:ty), $indices:expr, ser, (2), [0, 1], $key:ty, $value:ty) => {
        $crate::FunctionArguments
    };
    ($name:ident, ($a:ty, $x:ty, $y:ty, $z:ty), $indices:expr, ser, (3), [0], $key:ty, $value:ty) => {
        $crate::FunctionArguments
    };
    ($name:ident, $row:ty, $indices:expr, ser, ($($results:literal)?), $index:expr, $key:ty, $value:ty) => {
        $crate::Index<$key, $value>
    };
}
