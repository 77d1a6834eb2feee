  // The source: expressions and diagnostics are nested as they stand in the text, in the colours of its words.
  const elements = [];
  const marks = [];
  const parents = [];
  const hintLength = 40;
  // The type of a definition, beside its name. A constant is its own type.
  const hintOf = ({ type }) => (type.startsWith("const(") ? null : `: ${type.length > hintLength ? `${type.slice(0, hintLength)}...` : type}`);
  const colourNames = ["comment", "text", "number", "keyword", "function", "name"];
  const source = (file) => {
    const { name, text, colours, lines } = files[file];
    const intervals = [];
    expressions.forEach(({ at }, e) => { if (at[0] === file) intervals.push({ at, e, rank: 0 }); });
    diagnostics.forEach(({ at }, d) => { if (at[0] === file) intervals.push({ at, d, rank: 1 }); });
    nodes.forEach((node) => { if (node.at[0] === file && node.at[1] < node.at[2] && hintOf(node)) intervals.push({ at: node.at, node, rank: 2 }); });
    intervals.sort((a, b) => a.at[1] - b.at[1] || b.at[2] - a.at[2] || a.rank - b.rank || (a.e ?? a.d ?? 0) - (b.e ?? b.d ?? 0));
    const root = make("pre", { class: "code" });
    const around = [{ element: root, end: text.length, e: null }];
    const last = () => around[around.length - 1];
    const append = (piece, colour) => {
      if (!piece) return;
      const shown = piece.replace(/\r/g, "");
      last().element.append(colour === null ? shown : make("span", { class: `w-${colourNames[colour]}` }, shown));
    };
    // The word that is coloured next: where it starts and ends.
    let [behind, next, word] = [0, 0, { start: 0, end: 0, colour: null }];
    const advance = () => {
      if (next >= colours.length) { word = { start: Infinity, end: Infinity, colour: null }; return; }
      const start = word.end + colours[next];
      word = { start, end: start + colours[next + 1], colour: colours[next + 2] };
      next += 3;
    };
    advance();
    const write = (until) => {
      while (behind < until) {
        while (word.end <= behind) advance();
        const inside = word.start <= behind;
        const stop = Math.min(until, inside ? word.end : word.start);
        append(text.slice(behind, stop), inside ? word.colour : null);
        behind = stop;
      }
    };
    const close = (start) => {
      while (around.length > 1 && last().end <= start) { write(last().end); around.pop(); }
    };
    for (const { at: [, start, end], e, d, node } of intervals) {
      close(start);
      write(start);
      const outer = last();
      const element = make("span", {});
      if (e !== undefined) {
        element.className = "e";
        element.dataset.e = e;
        elements[e] = element;
        parents[e] = outer.e;
      } else if (node) {
        // Not a part of the text: what is copied has no hints.
        element.className = "named";
        element.dataset.hint = hintOf(node);
      } else {
        element.className = `d ${diagnostics[d].severity}`;
        element.title = diagnostics[d].message;
        marks[d] = element;
      }
      outer.element.append(element);
      // A piece that reaches out of the one around it ends with it.
      around.push({ element, end: Math.min(end, outer.end), e: e ?? outer.e });
    }
    close(Infinity);
    write(text.length);
    const shown = lines.length - (text.endsWith("\n") ? 1 : 0);
    const numbers = make("pre", { class: "numbers", "aria-hidden": "true" });
    for (let line = 1; line <= shown; line += 1) {
      numbers.append(make("a", { href: `#${encodeURI(name)}:${line}`, tabindex: "-1" }, String(line)), "\n");
    }
    return make("div", { class: "file" }, make("h2", {}, name), make("div", { class: "text" }, numbers, root));
  };
  const view = find("files");
  files.forEach((_, file) => view.append(source(file)));

  // Pointing at an expression, and choosing one.
  const tip = find("tip");
  let over = null;
  let chosen = null;
  // The diagnostics about each expression.
  const problems = new Map();
  const describe = (e) => {
    const { at, type } = expressions[e];
    find("expression").replaceChildren(
      make("code", { class: "piece" }, piece(at)), make("code", { class: "type" }, type), make("div", { class: "hint" }, where(at)),
      ...(problems.get(e) || []).map((d) => make("div", { class: `told ${diagnostics[d].severity}` }, diagnostics[d].message)));
  };
  const point = (e) => {
    if (over !== null) elements[over].classList.remove("over");
    over = e;
    if (e !== null) elements[e].classList.add("over");
  };
  const choose = (e) => {
    if (chosen !== null) elements[chosen].classList.remove("chosen");
    chosen = e;
    elements[e].classList.add("chosen");
    elements[e].scrollIntoView({ block: "nearest" });
    describe(e);
    remember(where(expressions[e].at));
  };
  const expressionAt = (target) => {
    const element = target.closest && target.closest(".e");
    return element ? Number(element.dataset.e) : null;
  };
  view.addEventListener("mousemove", (event) => {
    const e = expressionAt(event.target);
    if (e !== over) {
      point(e);
      if (e !== null) { tip.textContent = expressions[e].type; describe(e); }
    }
    tip.hidden = e === null;
    if (e !== null) {
      tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8))}px`;
      const below = event.clientY + 20;
      tip.style.top = `${below + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 10 : below}px`;
    }
  });
  view.addEventListener("mouseleave", () => { point(null); tip.hidden = true; if (chosen !== null) describe(chosen); });
  view.addEventListener("click", (event) => {
    const e = expressionAt(event.target);
    if (e !== null) { choose(e); explain(expressions[e].step); }
  });

