//! What a program may refer to without defining it: declared variables, functions and types.

use rustc_hash::FxHashMap;

use crate::facts::{Builtin, FunctionId};
use crate::types::parse::TypeScope;
use crate::types::{Name, Ty};

/// Declarations.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The types of free variables.
    pub variables: FxHashMap<Name, Ty>,
    /// The declared types.
    pub types: TypeScope,
    functions: FxHashMap<Name, FunctionId>,
    signatures: Vec<Signature>,
}

/// What a function takes and gives.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The function's name.
    pub name: Name,
    /// The names of the fixed parameters.
    pub parameter_names: Vec<Name>,
    /// Their types, as a tuple.
    pub parameters: Ty,
    /// The type of further arguments, if the function takes any.
    pub variadic: Option<Ty>,
    /// The type of the result.
    pub returns: Ty,
    /// The built-in that the types depend on the arguments of: the others are only for show.
    pub builtin: Option<Builtin>,
    /// Holds if each call has the signature that a package's schema gives: the types are only for show.
    pub is_by_schema: bool,
}

impl Environment {
    /// Declares a function. A second declaration of a name replaces the first.
    pub fn declare_function(&mut self, signature: Signature) {
        let id = FunctionId(self.signatures.len() as u32);
        self.functions.insert(signature.name, id);
        self.signatures.push(signature);
    }

    /// Leaves the signature of a function to the rules about a built-in.
    pub fn depend_on_arguments(&mut self, name: Name, builtin: Builtin) {
        if let Some(&id) = self.functions.get(&name) {
            self.signatures[id.0 as usize].builtin = Some(builtin);
        }
    }

    /// Leaves the signature of each call of a function to a package's schema.
    pub fn depend_on_schema(&mut self, name: Name) {
        if let Some(&id) = self.functions.get(&name) {
            self.signatures[id.0 as usize].is_by_schema = true;
        }
    }

    /// The function of a name.
    pub fn function(&self, name: Name) -> Option<FunctionId> {
        self.functions.get(&name).copied()
    }

    /// What a function takes and gives.
    pub fn signature(&self, id: FunctionId) -> &Signature {
        &self.signatures[id.0 as usize]
    }

    /// How many signatures there are.
    pub fn signature_count(&self) -> u32 {
        self.signatures.len() as u32
    }

    /// The names of all functions, in no particular order.
    pub fn function_names(&self) -> impl Iterator<Item = Name> {
        self.functions.keys().copied()
    }
}
