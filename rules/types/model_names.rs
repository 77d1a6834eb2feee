//! Assignability of types by their names: resources, the types of resource managers, and names for other types.
//!
//! Judgment: `s <k: t`, as in `model_assignability.rs`.
//!
//! Source: the specification of declared types, "Types" and "Implicit conversion".
//!
//! Smallest example: `azrm://Microsoft.Network/virtualNetworks@2019-06-01 <: resource`.

ascent::ascent_source! {
    /// Assignability by name.
    model_names:

    /// Holds if the values of types declared as `n` are resources.
    relation is_resourceful(DeclaredAs);
    is_resourceful(DeclaredAs::Resource);
    is_resourceful(DeclaredAs::ResourceType);

    /// Holds if types declared as `n` belong to a resource manager: what they are is said by their names alone.
    relation is_nominal(DeclaredAs);
    is_nominal(DeclaredAs::Managed);
    is_nominal(DeclaredAs::ResourceType);

    /// Holds if types declared as `n` go by what they stand for where `t` is a structure.
    relation unfolds_for_structures(DeclaredAs);
    unfolds_for_structures(DeclaredAs::Object);
    unfolds_for_structures(DeclaredAs::Resource);
    unfolds_for_structures(DeclaredAs::Managed);
    unfolds_for_structures(DeclaredAs::ResourceType);
    unfolds_for_structures(DeclaredAs::Refined);

    /// Holds if types declared as `n` fit types declared as `o` as they fit what these stand for.
    relation unfolds_for(DeclaredAs, DeclaredAs);
    unfolds_for(DeclaredAs::Structure, DeclaredAs::Object);
    unfolds_for(DeclaredAs::Structure, DeclaredAs::Managed);
    unfolds_for(DeclaredAs::Refined, DeclaredAs::Object);
    unfolds_for(DeclaredAs::Refined, DeclaredAs::Managed);
    unfolds_for(DeclaredAs::Object, DeclaredAs::Managed);

    // M-Resource-Type: the resources of a type are assignable to resource.
    //
    //   s names a type of resources
    //   --------------------------- (M-Resource-Type)
    //   s <: resource
    fits(s, t, m, Safe) <--
        declarations_compared(s, t, m, n, o), if *n == DeclaredAs::ResourceType && *o == DeclaredAs::Resource,
        if by("M-Resource-Type");

    // M-Resource-Object: resource is assignable to object, and so are the resources of a type.
    //
    //   s = resource, or s names a type of resources
    //   -------------------------------------------- (M-Resource-Object)
    //   s <: object
    fits(s, t, m, Safe) <--
        declarations_compared(s, t, m, n, o), if *o == DeclaredAs::Object, is_resourceful(n), if by("M-Resource-Object");

    // M-Named-Object: a type of a resource manager that is no resource is assignable to object.
    //
    //   s names a type that is no resource
    //   ---------------------------------- (M-Named-Object)
    //   s <: object
    fits(s, t, m, Safe) <--
        declarations_compared(s, t, m, n, o), if *n == DeclaredAs::Managed && *o == DeclaredAs::Object, if by("M-Named-Object");

    // M-Named-Resource: a type of a resource manager that is no resource is not assignable to resource.
    //
    //   s names a type that is no resource
    //   ---------------------------------- (M-Named-Resource)
    //   s <No: resource
    fits(s, t, m, No) <--
        declarations_compared(s, t, m, n, o), if *n == DeclaredAs::Managed && *o == DeclaredAs::Resource, if by("M-Named-Resource");

    // M-Versions: the versions of a type of resources are not assignable to one another.
    //
    //   v != w
    //   ----------------- (M-Versions)
    //   r@v <No: r@w
    fits(s, t, m, No) <--
        declarations_compared(s, t, m, n, o), if *n == DeclaredAs::ResourceType && *o == DeclaredAs::ResourceType,
        if is_same_but_for_version(*s, *t), if by("M-Versions");

    // M-Names: different names of a resource manager are different types, and resource is none of them.
    //
    //   s = resource, or s and t are names of other types
    //   ------------------------------------------------- (M-Names)
    //   s <No: t
    fits(s, t, m, No) <--
        declarations_compared(s, t, m, n, o), if *n == DeclaredAs::Resource, is_nominal(o), if by("M-Names");
    fits(s, t, m, No) <--
        declarations_compared(s, t, m, n, o), is_nominal(n), is_nominal(o), if !is_same_but_for_version(*s, *t),
        if by("M-Names");

    // M-No-Resource: a type that is not known to be a resource is not assignable to one.
    //
    //   s is an object, a structure, a refinement      t = resource, or t names a type of resources
    //   ------------------------------------------------------------------------------------------- (M-No-Resource)
    //   s <No: t
    fits(s, t, m, No) <--
        declarations_compared(s, t, m, n, o), if matches!(n, DeclaredAs::Object | DeclaredAs::Structure | DeclaredAs::Refined),
        is_resourceful(o), if by("M-No-Resource");

    /// Holds if `s` fits `t` in mode `m` as `a` fits `b`, where one of them is unfolded.
    #[ds(unique)]
    relation unfolding_fits(Ty, Ty, Mode, Ty, Ty);

    // M-Alias-Source: a name for another type is that type.
    //
    //   s is a name for d
    //   ------------------- (M-Alias-Source)
    //   s <: t as d <: t
    unfolding_fits(s, t, m, d, t) <--
        declarations_compared(s, t, m, n, _), if *n == DeclaredAs::Alias, if let Some(d) = definition(*s),
        if by("M-Alias-Source");

    // M-Alias-Target: a type fits the name for another type as it fits that type.
    //
    //   t is a name for d
    //   ------------------- (M-Alias-Target)
    //   s <: t as s <: d
    unfolding_fits(s, t, m, s, d) <--
        declarations_compared(s, t, m, n, o), if *n != DeclaredAs::Alias && *o == DeclaredAs::Alias,
        if let Some(d) = definition(*t), if by("M-Alias-Target");

    // M-Unfold-Source: where a structure is expected, a type fits as its definition does.
    //
    //   s is defined as d      t is a structure, no union
    //   ------------------------------------------------- (M-Unfold-Source)
    //   s <: t as d <: t
    unfolding_fits(s, t, m, d, t) <--
        declarations_compared(s, t, m, n, o), if *o == DeclaredAs::Structure, unfolds_for_structures(n),
        if constructor(*t) != Union && (*n != DeclaredAs::Refined || !matches!(constructor(*t), Constant | Tuple)),
        if let Some(d) = definition(*s), if by("M-Unfold-Source");

    // M-Unfold-Target: where a structure is given, object and the types of managers are compared by their definitions.
    //
    //   unfolds_for(s, t)      t is defined as d
    //   ---------------------------------------- (M-Unfold-Target)
    //   s <: t as s <: d
    unfolding_fits(s, t, m, s, d) <--
        declarations_compared(s, t, m, n, o), unfolds_for(n, o), if let Some(d) = definition(*t), if by("M-Unfold-Target");
    fits_as(s, t, m, a, b, m, Safe) <-- unfolding_fits(s, t, m, a, b), if !assumes(*s, *t, *m);

    // M-Recursive: types that contain themselves fit unless their unfoldings refute it.
    //
    //   k is the greatest solution of s <k: t
    //   ------------------------------------- (M-Recursive)
    //   s <k: t
    fits(s, t, m, fit_coinductively(*s, *t)) <--
        unfolding_fits(s, t, m, _, _), if assumes(*s, *t, *m), if by("M-Recursive");
}
