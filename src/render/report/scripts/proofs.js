  // Proofs: a step is opened when it is asked for.
  const step = async (number, depth) => {
    const { says, rule, at, from } = await stepAt(number);
    const button = (kind, text, act) => make("button", { class: kind, type: "button", on: { click: (event) => { event.preventDefault(); act(event); } } }, text);
    const places = at ? button("place", where(at), () => go(at)) : null;
    if (rule === null) return make("li", { class: "leaf" }, says, places);
    const [name, sentence, drawing, file] = rules[rule];
    const page = () => make("div", { class: "drawing" }, make("p", {}, sentence), make("pre", {}, drawing), make("div", { class: "hint" }, file));
    const premises = make("ul", {});
    const summary = make("summary", {}, says, button("rule", name, () => {
      const shown = details.querySelector(":scope > .drawing");
      if (shown) shown.remove(); else { details.open = true; summary.after(page()); }
    }), places);
    const details = make("details", {}, summary, premises);
    let filled = null;
    const fill = () => (filled ??= Promise.all(from.map((premise) => step(premise, depth - 1))).then((steps) => premises.append(...steps)));
    details.addEventListener("toggle", () => { if (details.open) fill(); });
    if (depth > 0) { details.open = true; await fill(); }
    return make("li", {}, details);
  };
  // Only the last question is answered.
  let asked = 0;
  const explain = async (number, brief) => {
    const proof = find("proof");
    const question = (asked += 1);
    const answer = number === null || number === undefined
      ? make("p", { class: "hint" }, "No rule concludes this: it is said by the text itself.")
      : make("ul", {}, await step(number, 3));
    if (question !== asked) return;
    // The steps that decide, if they are given, and all steps below them.
    const lines = brief ? [make("pre", { class: "brief" }, brief), make("p", { class: "hint" }, "All steps:")] : [];
    proof.replaceChildren(...lines, answer);
    proof.scrollTop = 0;
    proof.scrollIntoView({ block: "nearest" });
  };

