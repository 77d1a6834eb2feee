//! The environment of a program: declared variables, functions and types.

use rustc_hash::{FxHashMap, FxHashSet};
use typed_index_collections::TiVec;

use crate::answers::ask::normalized;
use crate::program::BlockNames;
use crate::type_expressions::constraint::Reading;
use crate::type_expressions::notation::parse_type;
use crate::type_expressions::parse::read_type;
use crate::type_expressions::scope::TypeScope;
use crate::types::vocabulary::{Builtin, FunctionId, Mark, Path, Standard};
use crate::types::{Interner, Name, Ty, model_types};

/// The declarations that a program may refer to.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The types of free variables.
    pub variables: FxHashMap<Name, Ty>,
    /// The declared types.
    pub types: TypeScope,
    /// The types of the options of resources, in PCL.
    pub options: FxHashMap<Name, Ty>,
    /// The attributes of declared blocks, by the types of the blocks.
    pub blocks: FxHashMap<Name, FxHashMap<Name, DeclaredAttribute>>,
    /// Holds if all functions are resolved by the overload rules, as in the model of declared types.
    pub is_modelled: bool,
    /// Holds for programs of Terraform, where the name of a variable begins with `var.`.
    pub is_terraform: bool,
    /// The free variables that exist only in some blocks.
    pub block_names: FxHashMap<Name, BlockNames>,
    /// The free variables that name the surroundings of a program: directories and the workspace.
    pub surroundings: FxHashSet<Name>,
    /// The marks of free variables, each with the path to the marked part.
    pub marks: FxHashMap<Name, Vec<(Path, Mark)>>,
    functions: FxHashMap<Name, FunctionId>,
    signatures: TiVec<FunctionId, Signature>,
    overloads: FxHashMap<FunctionId, Vec<Overload>>,
}

/// The values that an attribute of a declared block takes.
#[derive(Clone, Copy, Debug)]
pub enum DeclaredAttribute {
    /// A value of a type.
    Value(Ty),
    /// A type expression, and how it is read.
    TypeExpression(Reading),
}

/// One of the signatures of a function.
#[derive(Clone, Debug)]
pub struct Overload {
    /// The names of the fixed parameters.
    pub parameter_names: Vec<Name>,
    /// Their types, as a tuple.
    pub parameters: Ty,
    /// The type of further arguments, if the function takes any.
    pub variadic: Option<Ty>,
    /// The type of the result.
    pub returns: Ty,
    /// The parameters that take type expressions.
    pub type_parameters: Vec<TypeParameter>,
}

/// A parameter whose argument is a type expression instead of a value. In the other types of the signature, its name stands for
/// the type in the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// Its index among the fixed parameters.
    pub position: u32,
    /// The type variable that stands for it in the signature.
    pub variable: Ty,
    /// The way in which the expression is read.
    pub reading: Reading,
}

/// The parameters and the result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The built-in that derives the signature from the arguments, if any; the declared types are only displayed.
    pub builtin: Option<Builtin>,
    /// The function of Terraform that derives the result from the arguments, if any.
    pub standard: Option<Standard>,
    /// Holds if a package's schema gives the signature of each call; the declared types are only displayed.
    pub is_by_schema: bool,
    /// Holds for functions of lists none of whose elements may be null.
    pub rejects_null_elements: bool,
    /// The parameters that take type expressions.
    pub type_parameters: Vec<TypeParameter>,
}

impl Signature {
    /// Maps the index of a parameter among those that take values to its index among all fixed parameters.
    pub fn value_parameter(&self, number: usize) -> usize {
        let is_value = |place: &usize| !self.type_parameters.iter().any(|of| of.position as usize == *place);
        (0..).filter(is_value).nth(number).unwrap_or(number)
    }
}

impl Environment {
    /// Reads a type in the notation of this project. Declared types are referred to by name.
    ///
    /// # Errors
    /// The first error in the text, on one line.
    pub fn read_type(&self, text: &str, types: &mut Interner) -> Result<Ty, String> {
        // The name of a declared type that is the whole text needs no quotes.
        let name = types.name(text);
        if let Some(&declared) = self.types.get(&name) {
            return Ok(declared);
        }
        let (tree, root) = parse_type(text, types).map_err(|errors| match errors.first() {
            Some(error) => format!("`{text}` is not a type: {}", error.message()),
            None => format!("`{text}` is not a type"),
        })?;
        let ty = read_type(&tree, root, &self.types, types).map_err(|errors| match errors.first() {
            Some(error) => match &error.suggestion {
                Some(name) => format!("{}; there is a type `{name}`", error.message),
                None => error.message.clone(),
            },
            None => format!("`{text}` is not a type"),
        })?;
        Ok(normalized(types, ty))
    }

    /// Returns the environment of programs in the model of declared types: its predeclared types.
    pub fn of_model(types: &mut Interner) -> Self {
        let mut environment = Self { is_modelled: true, ..Self::default() };
        environment.add_model_types(types);
        environment
    }

    /// Adds the predeclared types of the model. Declarations of the same names replace them.
    pub fn add_model_types(&mut self, types: &mut Interner) {
        for (name, ty) in model_types(types) {
            self.types.entry(name).or_insert(ty);
        }
    }

    /// Declares a function with at least one signature. A second declaration of a name replaces the first.
    pub fn declare_overloads(&mut self, name: Name, overloads: Vec<Overload>) {
        let Some(first) = overloads.first().cloned() else { return };
        let Overload { parameter_names, parameters, variadic, returns, type_parameters } = first;
        let id = self.signatures.next_key();
        let is_overloaded = self.is_modelled && type_parameters.is_empty() || overloads.len() > 1;
        self.declare_function(Signature {
            name,
            parameter_names,
            parameters,
            variadic,
            returns,
            builtin: is_overloaded.then_some(Builtin::Overloaded),
            standard: None,
            is_by_schema: false,
            rejects_null_elements: false,
            type_parameters,
        });
        if is_overloaded {
            self.overloads.insert(id, overloads);
        }
    }

    /// Returns the signatures of a function that is resolved by the overload rules; none for any other function.
    pub fn overloads(&self, id: FunctionId) -> &[Overload] {
        self.overloads.get(&id).map_or(&[], |overloads| overloads)
    }

    /// Returns the same signatures as rows for the rules.
    pub fn candidates(&self, id: FunctionId) -> Vec<(FunctionId, u32, Ty, Option<Ty>, Ty)> {
        let numbered = (0..).zip(self.overloads(id));
        numbered.map(|(number, of)| (id, number, of.parameters, of.variadic, of.returns)).collect()
    }

    /// Declares a function. A second declaration of a name replaces the first.
    pub fn declare_function(&mut self, signature: Signature) {
        let id = self.signatures.next_key();
        self.functions.insert(signature.name, id);
        self.signatures.push(signature);
    }

    /// Makes the signature of a function depend on its arguments, by the rules of a built-in.
    pub fn depend_on_arguments(&mut self, name: Name, builtin: Builtin) {
        if let Some(&id) = self.functions.get(&name) {
            self.signatures[id].builtin = Some(builtin);
        }
    }

    /// Makes the signature of each call of a function depend on a package's schema.
    pub fn depend_on_schema(&mut self, name: Name) {
        if let Some(&id) = self.functions.get(&name) {
            self.signatures[id].is_by_schema = true;
        }
    }

    /// Returns the function with this name.
    pub fn function(&self, name: Name) -> Option<FunctionId> {
        self.functions.get(&name).copied()
    }

    /// The signature of a function.
    pub fn signature(&self, id: FunctionId) -> &Signature {
        &self.signatures[id]
    }

    /// Holds if a function takes type expressions.
    pub fn has_type_parameters(&self) -> bool {
        self.signatures.iter().any(|signature| !signature.type_parameters.is_empty())
    }

    /// Returns the number of signatures.
    pub fn signature_count(&self) -> u32 {
        self.signatures.len() as u32
    }

    /// The names of all functions, in no particular order.
    pub fn function_names(&self) -> impl Iterator<Item = Name> {
        self.functions.keys().copied()
    }
}
