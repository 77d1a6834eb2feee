//! Overload resolution: the signature of a call of a function with several.
//!
//! Judgment: `f(ts) as i : k`, *the call of `f` with arguments of the types `ts` fits the signature `i` with kind `k`*; the
//! kinds are those of `s <k: t` in `model_assignability.rs`.
//!
//! Source: the specification of declared types, "Union types": `concat` of texts and `concat` of arrays are two signatures.
//!
//! Smallest example: of `concat(string ...)` and `concat(array ...)` the call `concat("a", "b")` has the first.

ascent::ascent_source! {
    /// Overload resolution.
    overloads:

    /// Holds if the signature `i` of the function `f` takes parameters of the types `ps`, a tuple, any number of the type
    /// `rest`, and gives an `r`. Signatures are numbered in the order of their declaration.
    relation has_candidate(FunctionId, u32, Ty, Option<Ty>, Ty);

    /// Holds if it is asked which signature a call of `f` with arguments of the types `ts`, a tuple, has.
    relation choice_demanded(FunctionId, Ty);

    /// Holds if the first `j` arguments of the types `ts` fit the signature `i` of `f`, which takes `ps` and `rest`, with
    /// kind `k` at the weakest.
    #[ds(unique)]
    relation arguments_fit(FunctionId, Ty, u32, Ty, Option<Ty>, u32, Conversion);
    arguments_fit(f, ts, i, ps, rest, 0, Safe) <-- choice_demanded(f, ts), has_candidate(f, i, ps, rest, _);
    arguments_fit(f, ts, i, ps, rest, j + 1, *k.min(l)) <-- argument_fits(f, ts, i, ps, rest, j, k, l), if *l != No;

    /// Holds if the first `j` arguments of the types `ts` fit the signature `i` of `f`, which takes `ps` and `rest`, with
    /// kind `k` at the weakest, and the next one fits its parameter with kind `l`; one that is left out stands for `none`.
    #[ds(unique)]
    relation argument_fits(FunctionId, Ty, u32, Ty, Option<Ty>, u32, Conversion, Conversion);
    argument_fits(f, ts, i, ps, rest, j, k, l) <--
        arguments_fit(f, ts, i, ps, rest, j, k), if let Some(t) = member(*ts, *j),
        if let Some(p) = parameter(*ps, *rest, *j), let l = fits(t, p, Plain);
    argument_fits(f, ts, i, ps, rest, j, k, l) <--
        arguments_fit(f, ts, i, ps, rest, j, k), if *j >= arity(*ts), if let Some(p) = member(*ps, *j), if p != ANY,
        let l = fits(NONE, p, Plain);

    // O-Fits: a call fits a signature if all arguments fit their parameters.
    //
    //   f takes p1 ... pn in i      t1 <k1: p1   ...   tn <kn: pn
    //   --------------------------------------------------------- (O-Fits)
    //   f(t1 ... tn) as i : min(k1 ... kn)
    fits_candidate(f, ts, i, k) <--
        arguments_fit(f, ts, i, ps, _, j, k), if *j >= arity(*ts) && *j >= arity(*ps), if by("O-Fits");

    // O-Argument: a call does not fit a signature if one of its arguments does not fit the parameter.
    //
    //   tj <No: pj
    //   ---------------------- (O-Argument)
    //   f(... tj ...) as i : No
    misses_candidate(f, ts, i, Miss::Argument(*j)) <--
        argument_fits(f, ts, i, _, _, j, _, l), if *l == No && *j < arity(*ts), if by("O-Argument");

    // O-Missing: a call does not fit a signature if an argument is left out that accepts no null.
    //
    //   j > n      none <No: pj, or pj = any
    //   ------------------------------------ (O-Missing)
    //   f(t1 ... tn) as i : No
    misses_candidate(f, ts, i, Miss::Missing(*j)) <--
        argument_fits(f, ts, i, _, _, j, _, l), if *l == No && *j >= arity(*ts), if by("O-Missing");
    misses_candidate(f, ts, i, Miss::Missing(*j)) <--
        arguments_fit(f, ts, i, ps, _, j, _), if *j >= arity(*ts), if member(*ps, *j) == Some(ANY), if by("O-Missing");

    // O-Too-Many: a call does not fit a signature without a parameter for each argument.
    //
    //   f takes p1 ... pn in i, no rest      m > n
    //   ------------------------------------------ (O-Too-Many)
    //   f(t1 ... tm) as i : No
    misses_candidate(f, ts, i, Miss::TooMany) <--
        arguments_fit(f, ts, i, ps, rest, j, _), if *j < arity(*ts), if parameter(*ps, *rest, *j).is_none(),
        if by("O-Too-Many");

    /// Holds if a call of `f` with arguments of the types `ts` does not fit the signature `i`, and why.
    #[ds(unique)]
    relation misses_candidate(FunctionId, Ty, u32, Miss);
    fits_candidate(f, ts, i, No) <-- misses_candidate(f, ts, i, _);

    /// Holds if a call of `f` with arguments of the types `ts` fits the signature `i` with kind `k`.
    #[ds(function)]
    relation fits_candidate(FunctionId, Ty, u32, Conversion);

    /// Holds if of the first `i` signatures those fit best which fit with kind `k`, and `r` is what they give.
    #[ds(unique)]
    relation chosen_before(FunctionId, Ty, u32, Conversion, Ty);
    chosen_before(f, ts, 0, No, NONE) <-- choice_demanded(f, ts);

    // O-Worse: a signature that fits no better than those before it changes nothing.
    //
    //   best of 1 ... i - 1 is k, giving r      f(ts) as i : l      l < k, or both are Safe or No
    //   ----------------------------------------------------------------------------------------- (O-Worse)
    //   best of 1 ... i is k, giving r
    chosen_before(f, ts, i + 1, k, r) <--
        chosen_before(f, ts, i, k, r), fits_candidate(f, ts, i, l), if l < k || l == k && *k != Unsafe, if by("O-Worse");

    // O-Better: a signature that fits better than those before it is chosen.
    //
    //   best of 1 ... i - 1 is k      f(ts) as i : l      l > k      f gives r in i
    //   --------------------------------------------------------------------------- (O-Better)
    //   best of 1 ... i is l, giving r
    better_candidate(f, ts, i, l, None) <-- chosen_before(f, ts, i, k, _), fits_candidate(f, ts, i, l), if l > k;
    chosen_before(f, ts, i + 1, l, r) <--
        better_candidate(f, ts, i, l, other), if other.is_none(), has_candidate(f, i, _, _, r), if by("O-Better");

    // O-Either: if several signatures may turn out to fit, the call has the result type of one of them.
    //
    //   best of 1 ... i - 1 is Unsafe, giving r      f(ts) as i : Unsafe      f gives u in i
    //   ------------------------------------------------------------------------------------ (O-Either)
    //   best of 1 ... i is Unsafe, giving union(r, u)
    better_candidate(f, ts, i, l, Some(*r)) <--
        chosen_before(f, ts, i, k, r), fits_candidate(f, ts, i, l), if l == k && *k == Unsafe;
    chosen_before(f, ts, i + 1, l, union_of(&[r, *u])) <--
        better_candidate(f, ts, i, l, other), if let Some(r) = *other, has_candidate(f, i, _, _, u), if by("O-Either");

    /// Holds if the signature `i` fits with kind `k`: better than those before it, or as well as those that give `r`.
    #[ds(unique)]
    relation better_candidate(FunctionId, Ty, u32, Conversion, Option<Ty>);

    // O-Choice: a call has the result type of the best of all signatures.
    //
    //   best of all is k, giving r      k != No
    //   --------------------------------------- (O-Choice)
    //   f(ts) gives r
    chooses(f, ts, k, r) <--
        chosen_before(f, ts, i, k, r), if *k != No, !has_candidate(f, i, _, _, _), if by("O-Choice");

    /// Holds if a call of `f` with arguments of the types `ts` fits the best of its signatures with kind `k`, and gives an
    /// `r`.
    #[ds(unique)]
    relation chooses(FunctionId, Ty, Conversion, Ty);
}
