  // Places: the expression at one, and the ways there.
  const order = expressions.map((_, e) => e).filter((e) => elements[e]);
  const rank = new Map(order.map((e, at) => [e, at]));
  // The innermost expression around a piece; without one, the first that begins in it.
  const expressionOf = ([file, start, end]) => {
    let best = null;
    let inside = null;
    for (const e of order) {
      const [other, from, to] = expressions[e].at;
      if (other !== file) continue;
      // Those around others come first.
      if (from <= start && end <= to && (best === null || to - from <= expressions[best].at[2] - expressions[best].at[1])) best = e;
      if (inside === null && start <= from && to <= end) inside = e;
      if (from > end) break;
    }
    return best ?? inside;
  };
  diagnostics.forEach(({ at }, d) => {
    const e = expressionOf(at);
    if (e !== null) problems.set(e, [...(problems.get(e) || []), d]);
  });
  view.addEventListener("keydown", (event) => {
    const at = rank.get(chosen);
    const child = () => order.find((e) => parents[e] === chosen);
    const next = {
      ArrowRight: () => order[at === undefined ? 0 : at + 1],
      ArrowDown: () => order[at === undefined ? 0 : at + 1],
      ArrowLeft: () => order[(at ?? 0) - 1],
      ArrowUp: () => parents[chosen],
      Home: () => order[0],
      End: () => order[order.length - 1],
    }[event.key];
    if (event.key === "ArrowDown" && event.altKey && child() !== undefined) choose(child());
    else if (next) { const e = next(); if (e !== undefined && e !== null) choose(e); }
    else if (event.key === "Enter" && chosen !== null) explain(expressions[chosen].step);
    else return;
    event.preventDefault();
  });
  const flash = (element) => {
    element.scrollIntoView({ block: "center" });
    element.classList.remove("flash");
    void element.offsetWidth;
    element.classList.add("flash");
  };
  const goToLine = (file, line) => {
    show(tabs[0]);
    const numbers = document.querySelectorAll(".file")[file].querySelectorAll(".numbers a");
    const number = numbers[Math.min(line, numbers.length) - 1];
    if (number) flash(number);
    remember(`${files[file].name}:${line}`);
  };
  const go = (at) => {
    show(tabs[0]);
    const e = expressionOf(at);
    if (e !== null && expressions[e].at[1] === at[1]) { choose(e); flash(elements[e]); } else goToLine(at[0], lineOf(at));
  };
  // Follows the fragment of the address: FILE:LINE, FILE:LINE:COLUMN, or a view.
  const follow = () => {
    let fragment = "";
    try { fragment = decodeURI(location.hash.slice(1)); } catch { /* It is no fragment of this page. */ }
    const [, name, line, column] = /^(.*?):(\d+)(?::(\d+))?$/.exec(fragment) || [];
    const file = files.findIndex((file) => file.name === name);
    const { text, lines } = files[file] || { lines: [] };
    if (Number(line) >= 1 && Number(line) <= lines.length) {
      if (!column) return goToLine(file, Number(line));
      const start = lines[line - 1];
      const before = [...text.slice(start, lines[line] ?? text.length)].slice(0, column - 1).join("");
      const at = start + before.length;
      const e = expressionOf([file, at, at + 1]);
      if (e === null) return goToLine(file, Number(line));
      show(tabs[0]);
      choose(e);
      flash(elements[e]);
      return explain(expressions[e].step);
    }
    const [view, relation] = fragment.split("/");
    const tab = tabs.find((tab) => tab.getAttribute("aria-controls") === view);
    if (relation) wanted = relation;
    return tab ? show(tab) : undefined;
  };
  // The relation that the address names.
  let wanted = null;

