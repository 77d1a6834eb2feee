//! Acceptance: values that do not convert to what is expected of them, or have more in them.
//!
//! Judgments: `x takes p`, *`x` stands where exactly a `p` is taken*; `x is held to t by l`, *it has to be looked at how `x`
//! converts to `t`, and `l` says how strictly*.
//!
//! Source: the reference's behaviour.
//!
//! Smallest example: in `resource "r" "pkg:R" { size = [] }`, `[]` is no number, which the input `size` takes.

ascent::ascent_source! {
    /// Acceptance of values.
    acceptance:

    // T-Taken: a value stands where the type of its input is taken, unless it says which member of a union it is.
    //
    //   x is given as b.n      x : t      b.n takes p, no output besides      x tells nothing
    //   ------------------------------------------------------------------------------------- (T-Taken)
    //   x takes p
    takes(x, t, p, a) <--
        input_met(x, t, p, a), if *a != Acceptance::WithOutputs, !chooses(x, p, _), if by("T-Taken");

    /// Holds if `x`, which has the type `t`, stands where a `p` is taken, and `a` says how strictly.
    #[ds(unique)]
    relation takes(ExprId, Ty, Ty, Acceptance);

    // T-Variant: an object that says which member of a union it is has to be that one.
    //
    //   x is given as b.n      x.k = "v"      b.n takes u      u is p if k = "v"
    //   ------------------------------------------------------------------------ (T-Variant)
    //   x takes p
    input_says(x, i, n, k, v) <-- tells(x, i, n), says(x, k, v);
    chooses(x, u, p) <-- input_says(x, i, n, k, v), has_variant(i, n, u, k, v, p);
    takes(x, t, p, a) <--
        input_met(x, t, u, a), chooses(x, u, p), if *a != Acceptance::WithOutputs, if by("T-Variant");

    /// Holds if `x` is given as the input `n` of the interface `i`, and its property `k` is the text `v`.
    relation input_says(ExprId, InterfaceId, Name, Name, Name);

    /// Holds if `x`, which is given as an input, tells that it is the member `p` where the union `u` is taken.
    relation chooses(ExprId, Ty, Ty);

    // P-Expected: a value has to convert to the type that is expected of it, or to an output of it, unless it has to fit as it
    // is.
    //
    //   x expects p      x : t      input(p) = u      t ~k> u
    //   ----------------------------------------------------- (P-Expected)
    //   x meets u with kind k
    meets(x, t, u, Acceptance::WithOutputs, k) <--
        expects(x, t, p), if !equals(*t, *p) && *p != ANY, !has_to_fit(x), let u = maps_to(Input, *p), let k = converts(*t, u, Plain),
        if k != Safe || is_structured(*t), if by("P-Expected");

    // P-Taken: a value that is given as an input has to convert to the type that the input takes.
    //
    //   x takes p      x : t      t ~k> p
    //   --------------------------------- (P-Taken)
    //   x meets p with kind k
    meets(x, t, p, a, k) <--
        takes(x, t, p, a), let k = converts(*t, *p, Plain), if k != Safe || is_structured(*t), if by("P-Taken");

    /// Holds if `x`, which has the type `t`, stands where a `p` is accepted as strictly as `a` says, and converts to it with
    /// kind `k`: unsafely, or not at all, or it is a structure that may have more or less in it than is expected.
    #[ds(unique)]
    relation meets(ExprId, Ty, Ty, Acceptance, Conversion);

    /// Holds if a value that is accepted as strictly as `a` says, and converts with kind `k`, is held by the law `l`. The
    /// reference does not look at inputs that the resource does not give back: a value that does not convert deserves a warning
    /// there.
    relation law_of(Acceptance, Conversion, Law);
    law_of(Acceptance::WithOutputs, No, Law::Strict);
    law_of(Acceptance::WithOutputs, Unsafe, Law::Loose);
    law_of(Acceptance::WithOutputs, Safe, Law::Loose);
    law_of(Acceptance::Exactly, No, Law::Strict);
    law_of(Acceptance::Exactly, Unsafe, Law::Loose);
    law_of(Acceptance::Exactly, Safe, Law::Loose);
    law_of(Acceptance::Loosely, No, Law::Loose);
    law_of(Acceptance::Loosely, Unsafe, Law::Loose);
    law_of(Acceptance::Loosely, Safe, Law::Loose);

    // P-Held: a value that does not convert safely is held to what is accepted, as strictly as that and the conversion say.
    //
    //   x meets t with kind k      x : s      k < Safe      k and the acceptance give l
    //   ------------------------------------------------------------------------------- (P-Held)
    //   x is held to t by l
    is_held(x, s, t, l) <-- meets(x, s, t, a, k), law_of(a, k, l), if *k != Safe, if by("P-Held");

    // P-Held-Inexact: so is a value that converts, and has more or less in it than is expected.
    //
    //   x meets t with kind Safe      x : s      s is inexact for t      Safe and the acceptance give l
    //   ----------------------------------------------------------------------------------------------- (P-Held-Inexact)
    //   x is held to t by l
    is_held(x, s, t, l) <--
        meets(x, s, t, a, k), law_of(a, k, l), if *k == Safe, if is_inexact(*s, *t), if by("P-Held-Inexact");

    // P-Held-Telling: so is a value that converts, if objects in it say which members of unions they are: it may convert to
    // others.
    //
    //   x meets t with kind Safe      x : s      objects in x tell what they are      Safe and the acceptance give l
    //   ------------------------------------------------------------------------------------------------------------ (P-Held-Telling)
    //   x is held to t by l
    is_held(x, s, t, l) <--
        meets(x, s, t, a, k), tells(x, _, _), law_of(a, k, l), if *k == Safe, if by("P-Held-Telling");
}
