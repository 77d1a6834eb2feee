//! Assignability in the model of declared types: values that flow without a conversion, and values that may turn out to.
//!
//! Judgment: `s <k: t`, *`s` fits `t` with kind `k`*: `Safe` if every value of `s` is one of `t`, `Unsafe` if some may be,
//! which is found out where the program runs, `No` if none is known to be. `s <: t` is short for `s <Safe: t`
//! and says that `s` is assignable to `t`.
//!
//! Source: the specification of declared types, "Implicit conversion". It lists what is assignable. That unions,
//! structures and refinements narrow down follows from what it says of them.
//!
//! Smallest example: `int <: number`, and `azrm://ResourceGroup <: object`.

ascent::ascent_source! {
    /// Assignability of declared types.
    model_assignability:

    /// Holds if it is asked how `s` fits `t` in mode `m`: `Plain`, except where a recursive type asks.
    relation fit_demanded(Ty, Ty, Mode);

    /// Holds if `s` fits `t` in mode `m` with kind `k`. `parameter "p" "number" { default = 1 }` needs
    /// `fits(const(1), number, Plain, Safe)`. Every question has one answer, `No` included; what is not asked is not
    /// answered.
    #[ds(function)]
    relation fits(Ty, Ty, Mode, Conversion);

    // M-Same: all values are assignable to declarations of the same type.
    //
    //   -------- (M-Same)
    //   t <: t
    fits(s, t, m, Safe) <-- fit_demanded(s, t, m), if equals(*s, *t), if by("M-Same");

    // M-Any: all types are assignable to any.
    //
    //   s != any
    //   ---------- (M-Any)
    //   s <: any
    fits(s, t, m, Safe) <-- fit_demanded(s, t, m), if s != t, if *t == ANY, if by("M-Any");

    // M-Error: an error type has been reported: it fits every type, and every type fits it.
    //
    //   s = error or t = error
    //   ---------------------- (M-Error)
    //   s <: t
    fits(s, t, m, Safe) <--
        fit_demanded(s, t, m), if !equals(*s, *t), if *t != ANY, if declared_as(*s) == DeclaredAs::Error || declared_as(*t) == DeclaredAs::Error,
        if by("M-Error");

    /// Holds if neither of the different types `s` and `t`, which `s` is to fit, is an error, and `t` is not dynamic.
    #[ds(transient)]
    relation fitting(Ty, Ty, Mode);
    fitting(s, t, m) <--
        fit_demanded(s, t, m), if !equals(*s, *t), if *t != ANY, if declared_as(*s) != DeclaredAs::Error && declared_as(*t) != DeclaredAs::Error;

    // M-From-Any: a dynamic value may turn out to be of any type.
    //
    //   t != any
    //   ---------------- (M-From-Any)
    //   any <Unsafe: t
    fits(s, t, m, Unsafe) <-- fitting(s, t, m), if *s == ANY, if by("M-From-Any");

    // M-From-Union: a union is assignable if all its members are; if some of them fit, it may turn out to.
    //
    //   s1 <k1: t   ...   sn <kn: t
    //   ---------------------------------------------------- (M-From-Union)
    //   union(s1 ... sn) <all_or_some(k1 ... kn): t
    union_fits(s, t, m, 0, Safe, No, a) <--
        fitting(s, t, m), if constructor(*s) == Union, if let Some(a) = member(*s, 0);
    union_fits(s, t, m, i + 1, *worst.min(k), *best.max(k), a) <--
        union_fits(s, t, m, i, worst, best, b), fits(b, t, m, k), if let Some(a) = member(*s, *i + 1);
    fits(s, t, m, all_or_some(*worst.min(k), *best.max(k))) <--
        union_fits(s, t, m, i, worst, best, b), fits(b, t, m, k), if *i + 1 == arity(*s), if by("M-From-Union");

    /// Holds if the members of the union `s` before the `i`-th fit `t` with kinds between `worst` and `best`, and the
    /// `i`-th is `a`, which is asked next.
    #[ds(transient)]
    relation union_fits(Ty, Ty, Mode, u32, Conversion, Conversion, Ty);
    fit_demanded(a, t, m) <-- union_fits(_, t, m, _, _, _, a);

    /// Holds if `s`, declared as `n`, is to fit `t`, declared as `o`: the types differ, neither is dynamic or an
    /// error, and `s` is no union.
    #[ds(transient)]
    relation declarations_compared(Ty, Ty, Mode, DeclaredAs, DeclaredAs);
    declarations_compared(s, t, m, declared_as(*s), declared_as(*t)) <-- fitting(s, t, m), if *s != ANY, if constructor(*s) != Union;

    // M-Member: a type fits a union as well as the member that it fits best.
    //
    //   s <k1: t1   ...   s <kn: tn
    //   --------------------------------------- (M-Member)
    //   s <max(k1 ... kn): union(t1 ... tn)
    fits_union(s, t, inside(*m), m, 0, No, b) <--
        declarations_compared(s, t, m, n, _), if *n != DeclaredAs::Alias, if constructor(*t) == Union, if constructor(*s) != Enum,
        if variant(*s, *t) == Variant::Any,
        if let Some(b) = member(*t, 0);
    fits_union(s, t, n, m, i + 1, *best.max(k), b) <--
        fits_union(s, t, n, m, i, best, a), fits(s, a, n, k), if *k != Safe, if let Some(b) = member(*t, *i + 1);
    fits(s, t, m, *best.max(k)) <--
        fits_union(s, t, n, m, i, best, a), fits(s, a, n, k), if *k == Safe || *i + 1 == arity(*t), if by("M-Member");

    /// Holds if `s` fits the members of the union `t` before the `i`-th with kind `best` at best, and the `i`-th is `b`,
    /// which is asked next, in mode `n`.
    #[ds(transient)]
    relation fits_union(Ty, Ty, Mode, Mode, u32, Conversion, Ty);
    fit_demanded(s, b, n) <-- fits_union(s, _, n, _, _, _, b);

    /// Holds if `s` fits `t` in mode `m` as `a` fits `b` in mode `n`, at best with kind `j`.
    #[ds(unique)]
    relation fits_as(Ty, Ty, Mode, Ty, Ty, Mode, Conversion);
    fit_demanded(a, b, n) <-- fits_as(_, _, _, a, b, n, _);

    // M-As: a type that fits as another one does fits at best as well.
    //
    //   s <j: t as a <: b      a <k: b
    //   ------------------------------ (M-As)
    //   s <min(j, k): t
    fits(s, t, m, *j.min(k)) <-- fits_as(s, t, m, a, b, n, j), fits(a, b, n, k), if by("M-As");
}
