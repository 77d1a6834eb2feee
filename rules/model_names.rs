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

    /// Holds if the values of types of the nature `n` are resources.
    relation is_resourceful(Nature);
    is_resourceful(Nature::Resource);
    is_resourceful(Nature::ResourceType);

    /// Holds if types of the nature `n` belong to a resource manager: what they are is said by their names alone.
    relation is_nominal(Nature);
    is_nominal(Nature::Managed);
    is_nominal(Nature::ResourceType);

    /// Holds if types of the nature `n` go by what they stand for where `t` is a structure.
    relation unfolds_for_structures(Nature);
    unfolds_for_structures(Nature::Object);
    unfolds_for_structures(Nature::Resource);
    unfolds_for_structures(Nature::Managed);
    unfolds_for_structures(Nature::ResourceType);
    unfolds_for_structures(Nature::Refined);

    /// Holds if types of the nature `n` fit types of the nature `o` as they fit what these stand for.
    relation unfolds_for(Nature, Nature);
    unfolds_for(Nature::Structure, Nature::Object);
    unfolds_for(Nature::Structure, Nature::Managed);
    unfolds_for(Nature::Refined, Nature::Object);
    unfolds_for(Nature::Refined, Nature::Managed);
    unfolds_for(Nature::Object, Nature::Managed);

    // M-Resource-Type: the resources of a type are assignable to resource.
    //
    //   s names a type of resources
    //   --------------------------- (M-Resource-Type)
    //   s <: resource
    fits(s, t, m, Safe) <--
        natures_compared(s, t, m, n, o), if *n == Nature::ResourceType && *o == Nature::Resource,
        if by("M-Resource-Type");

    // M-Resource-Object: resource is assignable to object, and so are the resources of a type.
    //
    //   s = resource, or s names a type of resources
    //   -------------------------------------------- (M-Resource-Object)
    //   s <: object
    fits(s, t, m, Safe) <--
        natures_compared(s, t, m, n, o), if *o == Nature::Object, is_resourceful(n), if by("M-Resource-Object");

    // M-Named-Object: what else belongs to a resource manager is assignable to object.
    //
    //   s names a type that is no resource
    //   ---------------------------------- (M-Named-Object)
    //   s <: object
    fits(s, t, m, Safe) <--
        natures_compared(s, t, m, n, o), if *n == Nature::Managed && *o == Nature::Object, if by("M-Named-Object");

    // M-Named-Resource: but not to resource.
    //
    //   s names a type that is no resource
    //   ---------------------------------- (M-Named-Resource)
    //   s <No: resource
    fits(s, t, m, No) <--
        natures_compared(s, t, m, n, o), if *n == Nature::Managed && *o == Nature::Resource, if by("M-Named-Resource");

    // M-Versions: the versions of a type of resources are not assignable to one another.
    //
    //   v != w
    //   ----------------- (M-Versions)
    //   r@v <No: r@w
    fits(s, t, m, No) <--
        natures_compared(s, t, m, n, o), if *n == Nature::ResourceType && *o == Nature::ResourceType,
        if is_same_but_for_version(*s, *t), if by("M-Versions");

    // M-Names: different names of a resource manager are different types, and resource is none of them.
    //
    //   s = resource, or s and t are names of other types
    //   ------------------------------------------------- (M-Names)
    //   s <No: t
    fits(s, t, m, No) <--
        natures_compared(s, t, m, n, o), if *n == Nature::Resource, is_nominal(o), if by("M-Names");
    fits(s, t, m, No) <--
        natures_compared(s, t, m, n, o), is_nominal(n), is_nominal(o), if !is_same_but_for_version(*s, *t),
        if by("M-Names");

    // M-No-Resource: what is not known to be a resource is none.
    //
    //   s is an object, a structure, a refinement      t = resource, or t names a type of resources
    //   ------------------------------------------------------------------------------------------- (M-No-Resource)
    //   s <No: t
    fits(s, t, m, No) <--
        natures_compared(s, t, m, n, o), if matches!(n, Nature::Object | Nature::Structure | Nature::Refined),
        is_resourceful(o), if by("M-No-Resource");

    /// Holds if `s` fits `t` in mode `m` as `a` fits `b`, where one of them is unfolded.
    #[ds(once)]
    relation unfolding_fits(Ty, Ty, Mode, Ty, Ty);

    // M-Alias-Source: a name for another type is that type.
    //
    //   s is a name for d
    //   ------------------- (M-Alias-Source)
    //   s <: t as d <: t
    unfolding_fits(s, t, m, d, t) <--
        natures_compared(s, t, m, n, _), if *n == Nature::Alias, if let Some(d) = definition(*s),
        if by("M-Alias-Source");

    // M-Alias-Target: on both sides.
    //
    //   t is a name for d
    //   ------------------- (M-Alias-Target)
    //   s <: t as s <: d
    unfolding_fits(s, t, m, s, d) <--
        natures_compared(s, t, m, n, o), if *n != Nature::Alias && *o == Nature::Alias,
        if let Some(d) = definition(*t), if by("M-Alias-Target");

    // M-Unfold-Source: where a structure is asked for, a type goes by its definition.
    //
    //   s is defined as d      t is a structure, no union
    //   ------------------------------------------------- (M-Unfold-Source)
    //   s <: t as d <: t
    unfolding_fits(s, t, m, d, t) <--
        natures_compared(s, t, m, n, o), if *o == Nature::Structure, unfolds_for_structures(n),
        if constructor(*t) != Union && (*n != Nature::Refined || constructor(*t) != Constant),
        if let Some(d) = definition(*s), if by("M-Unfold-Source");

    // M-Unfold-Target: where a structure is given, object and the names of managers go by theirs.
    //
    //   unfolds_for(s, t)      t is defined as d
    //   ---------------------------------------- (M-Unfold-Target)
    //   s <: t as s <: d
    unfolding_fits(s, t, m, s, d) <--
        natures_compared(s, t, m, n, o), unfolds_for(n, o), if let Some(d) = definition(*t), if by("M-Unfold-Target");
    fits_as(s, t, m, a, b, m, Safe) <-- unfolding_fits(s, t, m, a, b), if !assumes(*s, *t, *m);

    // M-Recursive: types that contain themselves fit unless their unfoldings refute it.
    //
    //   k is the greatest solution of s <k: t
    //   ------------------------------------- (M-Recursive)
    //   s <k: t
    fits(s, t, m, fit_coinductively(*s, *t)) <--
        unfolding_fits(s, t, m, _, _), if assumes(*s, *t, *m), if by("M-Recursive");
}
