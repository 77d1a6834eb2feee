//! The environment of a program: declared variables, functions and types.

use rustc_hash::FxHashMap;

use crate::type_expressions::constraint::Reading;
use crate::type_expressions::notation::parse_type;
use crate::type_expressions::parse::read_type;
use crate::type_expressions::scope::TypeScope;
use crate::type_rules::ask::normalized;
use crate::types::vocabulary::{Builtin, FunctionId, Mark, Standard};
use crate::types::{Interner, Name, Ty, model_types};

/// Declarations.
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
    /// Holds if all functions are called by the rules about overloads, as in the model of declared types.
    pub is_modelled: bool,
    /// Holds for programs of Terraform, where a variable is called by `var` and its name.
    pub is_terraform: bool,
    /// The marks of free variables, each with the path to what has it.
    pub marks: FxHashMap<Name, Vec<(Ty, Mark)>>,
    functions: FxHashMap<Name, FunctionId>,
    signatures: Vec<Signature>,
    overloads: FxHashMap<FunctionId, Vec<Overload>>,
}

/// The values that an attribute of a declared block takes.
#[derive(Clone, Copy, Debug)]
pub enum DeclaredAttribute {
    /// A value of a type.
    Value(Ty),
    /// A type expression, and what it is read as.
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

/// A parameter whose argument is a type expression, and no value. In the other types of the signature its name means what the
/// call writes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// Its place among the fixed parameters.
    pub position: u32,
    /// The variable that stands for it in the signature.
    pub variable: Ty,
    /// The reading of the expression.
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
    /// The built-in that the types depend on the arguments of: the others are only for show.
    pub builtin: Option<Builtin>,
    /// The function of Terraform that the result depends on the arguments of.
    pub standard: Option<Standard>,
    /// Holds if each call has the signature that a package's schema gives: the types are only for show.
    pub is_by_schema: bool,
    /// The parameters that take type expressions.
    pub type_parameters: Vec<TypeParameter>,
}

impl Signature {
    /// The place among all fixed parameters of the parameter of a number among those that take values.
    pub fn value_parameter(&self, number: usize) -> usize {
        let is_value = |place: &usize| !self.type_parameters.iter().any(|of| of.position as usize == *place);
        (0..).filter(is_value).nth(number).unwrap_or(number)
    }
}

impl Environment {
    /// Reads a type in the notation of the project, in which the declared types have their names.
    ///
    /// # Errors
    /// The first thing that is wrong with the text, in one line.
    pub fn read_type(&self, text: &str, types: &mut Interner) -> Result<Ty, String> {
        // The name of a declared type need not be in quotes if it is all there is.
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

    /// The environment of programs of the model of declared types: the types of the model.
    pub fn of_model(types: &mut Interner) -> Self {
        let mut environment = Self { is_modelled: true, ..Self::default() };
        environment.add_model_types(types);
        environment
    }

    /// Adds the types of the model. Declarations of the same names replace them.
    pub fn add_model_types(&mut self, types: &mut Interner) {
        for (name, ty) in model_types(types) {
            self.types.entry(name).or_insert(ty);
        }
    }

    /// Declares a function by its signatures, of which there is at least one. A second declaration of a name replaces the
    /// first.
    pub fn declare_overloads(&mut self, name: Name, overloads: Vec<Overload>) {
        let Some(first) = overloads.first().cloned() else { return };
        let Overload { parameter_names, parameters, variadic, returns, type_parameters } = first;
        let id = FunctionId(self.signatures.len() as u32);
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
            type_parameters,
        });
        if is_overloaded {
            self.overloads.insert(id, overloads);
        }
    }

    /// The signatures of a function that is called by the rules about overloads; none for every other function.
    pub fn overloads(&self, id: FunctionId) -> &[Overload] {
        self.overloads.get(&id).map_or(&[], |overloads| overloads)
    }

    /// The same as rows, as the rules want them.
    pub fn candidates(&self, id: FunctionId) -> Vec<(FunctionId, u32, Ty, Option<Ty>, Ty)> {
        let numbered = (0..).zip(self.overloads(id));
        numbered.map(|(number, of)| (id, number, of.parameters, of.variadic, of.returns)).collect()
    }

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

    /// The signature of a function.
    pub fn signature(&self, id: FunctionId) -> &Signature {
        &self.signatures[id.0 as usize]
    }

    /// Holds if a function takes type expressions.
    pub fn has_type_parameters(&self) -> bool {
        self.signatures.iter().any(|signature| !signature.type_parameters.is_empty())
    }

    /// The number of signatures.
    pub fn signature_count(&self) -> u32 {
        self.signatures.len() as u32
    }

    /// The names of all functions, in no particular order.
    pub fn function_names(&self) -> impl Iterator<Item = Name> {
        self.functions.keys().copied()
    }
}
