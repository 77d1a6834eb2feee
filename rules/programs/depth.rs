//! Depth: definitions whose types nest too deep.
//!
//! Judgment: `e is too deep`, *the type of the definition `e` nests deeper than the limit*.
//!
//! Source: the rules terminate for every program, but not for every program soon. Each limit is a number that the caller of
//! the rules can raise; a type beyond it is dynamic, and reported where it was met.
//!
//! Smallest example: with the limit of one level, `a = [[1]]` is too deep.

ascent::ascent_source! {
    /// Limits of depth.
    depth:

    // T-Definition-Deep: a definition whose type is too deep is dynamic for those who refer to it.
    //
    //   b = e      e : t      depth(t) > limit
    //   -------------------------------------- (T-Definition-Deep)
    //   b : any
    binds(b, ANY) <-- defines(b, e), has_type(e, t), if is_too_deep(*t), if by("T-Definition-Deep");
}
