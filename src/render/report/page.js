"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  // Builds an element: attributes, then children that are elements or texts.
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
      else if (value !== undefined && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };
  const where = (at) => `${data.files[at.file].name}:${at.line}:${at.column}`;
  const piece = (at) => data.files[at.file].text.slice(at.start, at.end).replace(/\s+/g, " ").trim();

  // Views.
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const show = (tab, focus) => {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", chosen);
      other.tabIndex = chosen ? 0 : -1;
      find(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (focus) tab.focus();
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) show(tabs[(at + step + tabs.length) % tabs.length], true);
    });
  });
  find("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  // The source: expressions and diagnostics are nested as they stand in the text.
  const elements = [];
  const marks = [];
  const parents = [];
  const source = (file) => {
    const text = data.files[file].text;
    const intervals = [];
    data.expressions.forEach((e, index) => { if (e.at.file === file) intervals.push({ at: e.at, e: index, rank: 0 }); });
    data.diagnostics.forEach((d, index) => { if (d.at.file === file) intervals.push({ at: d.at, d: index, rank: 1 }); });
    intervals.sort((a, b) => a.at.start - b.at.start || b.at.end - a.at.end || a.rank - b.rank || (a.e ?? a.d) - (b.e ?? b.d));
    const root = make("pre", { class: "code" });
    const open = [{ element: root, end: text.length, e: null }];
    let behind = 0;
    const write = (until) => {
      if (until > behind) open[open.length - 1].element.append(text.slice(behind, until).replace(/\r/g, ""));
      behind = Math.max(behind, until);
    };
    const close = (start) => {
      while (open.length > 1 && open[open.length - 1].end <= start) { write(open[open.length - 1].end); open.pop(); }
    };
    for (const { at, e, d } of intervals) {
      close(at.start);
      write(at.start);
      const around = open[open.length - 1];
      const element = make("span", {});
      if (e !== undefined) {
        element.className = "e";
        element.dataset.e = e;
        elements[e] = element;
        parents[e] = around.e;
      } else {
        element.className = `d ${data.diagnostics[d].severity}`;
        element.title = data.diagnostics[d].message;
        marks[d] = element;
      }
      around.element.append(element);
      // A piece that reaches out of the one around it ends with it.
      open.push({ element, end: Math.min(at.end, around.end), e: e ?? around.e });
    }
    close(Infinity);
    write(text.length);
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    const numbers = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
    const name = make("h2", {}, data.files[file].name);
    return make("div", { class: "file" }, name,
      make("div", { class: "text" }, make("pre", { class: "numbers", "aria-hidden": "true" }, numbers), root));
  };
  const files = find("files");
  data.files.forEach((_, file) => files.append(source(file)));

  // Pointing at an expression, and choosing one.
  const tip = find("tip");
  let over = null;
  let chosen = null;
  const describe = (e) => {
    const { at, type } = data.expressions[e];
    find("expression").replaceChildren(
      make("code", { class: "piece" }, piece(at)), make("code", { class: "type" }, type), make("div", { class: "hint" }, where(at)));
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
  };
  const expressionAt = (target) => {
    const element = target.closest && target.closest(".e");
    return element ? Number(element.dataset.e) : null;
  };
  files.addEventListener("mousemove", (event) => {
    const e = expressionAt(event.target);
    if (e !== over) {
      point(e);
      if (e !== null) { tip.textContent = data.expressions[e].type; describe(e); }
    }
    tip.hidden = e === null;
    if (e !== null) {
      tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8))}px`;
      const below = event.clientY + 20;
      tip.style.top = `${below + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 10 : below}px`;
    }
  });
  files.addEventListener("mouseleave", () => { point(null); tip.hidden = true; if (chosen !== null) describe(chosen); });
  files.addEventListener("click", (event) => {
    const e = expressionAt(event.target);
    if (e !== null) { choose(e); explain(data.expressions[e].step); }
  });
  // The keys: along the text, out, and in.
  const order = data.expressions.map((_, e) => e).filter((e) => elements[e]);
  const place = new Map(order.map((e, at) => [e, at]));
  files.addEventListener("keydown", (event) => {
    const at = place.get(chosen);
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
    else if (event.key === "Enter" && chosen !== null) explain(data.expressions[chosen].step);
    else return;
    event.preventDefault();
  });
  const flash = (element) => {
    element.scrollIntoView({ block: "center" });
    element.classList.remove("flash");
    void element.offsetWidth;
    element.classList.add("flash");
  };
  const go = (at) => {
    show(tabs[0]);
    const e = order.find((e) => { const other = data.expressions[e].at; return other.file === at.file && other.start === at.start && other.end === at.end; });
    if (e !== undefined) { choose(e); flash(elements[e]); return; }
    const lines = document.querySelectorAll(".file")[at.file].querySelector(".numbers");
    const height = lines.clientHeight / lines.textContent.split("\n").length;
    files.scrollTop = lines.offsetTop - files.offsetTop + (at.line - 1) * height - files.clientHeight / 2;
  };

  // Proofs: a step is opened when it is asked for.
  const rules = new Map(data.rules.map((rule) => [rule.name, rule]));
  const step = (number, depth) => {
    const { says, rule, at, from } = data.steps[number];
    const button = (kind, text, act) => make("button", { class: kind, type: "button", on: { click: (event) => { event.preventDefault(); act(event); } } }, text);
    const drawing = () => {
      const { sentence, drawing, file } = rules.get(rule);
      return make("div", { class: "drawing" }, make("p", {}, sentence), make("pre", {}, drawing), make("div", { class: "hint" }, file));
    };
    const places = at ? button("place", where(at), () => go(at)) : null;
    if (!rule) return make("li", { class: "leaf" }, says, places);
    const premises = make("ul", {});
    const summary = make("summary", {}, says, button("rule", rule, () => {
      const shown = details.querySelector(":scope > .drawing");
      if (shown) shown.remove(); else { details.open = true; summary.after(drawing()); }
    }), places);
    const details = make("details", {}, summary, premises);
    const fill = () => { if (!premises.childElementCount) premises.append(...from.map((premise) => step(premise, depth - 1))); };
    details.addEventListener("toggle", () => { if (details.open) fill(); });
    if (depth > 0) { details.open = true; fill(); }
    return make("li", {}, details);
  };
  const explain = (number) => {
    const proof = find("proof");
    if (number === null || number === undefined) {
      proof.replaceChildren(make("p", { class: "hint" }, "No rule concludes this: it is said by the text itself."));
      return;
    }
    proof.replaceChildren(make("ul", {}, step(number, 3)));
    proof.scrollTop = 0;
    proof.scrollIntoView({ block: "nearest" });
  };

  // Diagnostics.
  const list = find("diagnostics");
  data.diagnostics.forEach((diagnostic, d) => {
    const { code, severity, message, at, labels, expected, found, help } = diagnostic;
    const line = (name, ...what) => make("span", { class: "more" }, `${name}: `, ...what);
    const act = () => {
      show(tabs[0]);
      if (marks[d]) flash(marks[d]); else go(at);
      explain(diagnostic.step);
    };
    list.append(make("button", { class: `diagnostic ${severity}`, type: "button", on: { click: act } },
      make("span", { class: "where" }, where(at)), make("span", { class: "code" }, code), " ", message,
      expected ? line("expected", make("code", {}, expected)) : null,
      found ? line("found", make("code", {}, found)) : null,
      ...labels.filter(([other]) => other.start !== at.start || other.file !== at.file).map(([other, text]) => line(where(other), text)),
      help ? line("help", help) : null));
  });
  if (!data.diagnostics.length) list.append(make("p", { class: "hint" }, "There is nothing wrong."));

  // The header.
  find("program").textContent = data.program;
  const count = (severity) => data.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  find("summary").append(...[
    make("span", {}, `${counted(data.nodes.length, "definition")}, ${counted(data.expressions.length, "expression")}`),
    ...["error", "warning", "note"].filter(count).map((severity) => make("span", { class: severity }, `, ${counted(count(severity), severity)}`)),
  ]);

  // The graph.
  document.querySelectorAll("#picture g").forEach((group, at) => {
    const node = data.nodes[at];
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "link");
    group.setAttribute("aria-label", `${node.kind} ${node.name}: ${node.type}`);
    group.querySelector("title").textContent = `${node.kind} ${node.name}: ${node.type}`;
    const act = () => { go(node.at); explain(node.step); };
    group.addEventListener("click", act);
    group.addEventListener("keydown", (event) => { if (event.key === "Enter") act(); });
  });

  // Relations.
  const page = 200;
  let relation = null;
  let shown = page;
  let sorting = { column: -1, down: false };
  const number = (text) => (/^-?\d+$/.test(text) ? Number(text) : NaN);
  const compare = (a, b) => { const [x, y] = [number(a), number(b)]; return x - y || (a < b ? -1 : a > b ? 1 : 0); };
  const table = () => {
    const words = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (row) => words.every((word) => row.some((cell) => cell.toLowerCase().includes(word)));
    const rows = relation.rows.filter(matches);
    const { column, down } = sorting;
    if (column >= 0) rows.sort((a, b) => (down ? -1 : 1) * compare(a[column], b[column]));
    const head = make("tr", {}, ...relation.columns.map((name, at) => {
      const mark = at === column ? (down ? " \u25be" : " \u25b4") : "";
      const act = () => { sorting = { column: at, down: at === column && !down }; table(); document.querySelectorAll("th button")[at].focus(); };
      return make("th", { scope: "col", "aria-sort": at === column ? (down ? "descending" : "ascending") : null },
        make("button", { type: "button", on: { click: act } }, name + mark));
    }));
    document.querySelector("#relation thead").replaceChildren(head);
    document.querySelector("#relation tbody").replaceChildren(
      ...rows.slice(0, shown).map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell)))));
    find("count").textContent = words.length ? `${rows.length} of ${counted(relation.rows.length, "row")}` : counted(rows.length, "row");
    find("more").hidden = rows.length <= shown;
  };
  const open = (index) => {
    relation = data.relations[index];
    shown = page;
    sorting = { column: -1, down: false };
    find("relation-name").textContent = relation.name;
    find("relation-doc").textContent = relation.doc;
    names.querySelectorAll("button").forEach((button) => button.setAttribute("aria-current", button.dataset.relation === String(index)));
    table();
  };
  const names = find("names");
  for (const origin of ["derived", "extensional"]) {
    names.append(make("li", { class: "group" }, origin));
    data.relations.forEach(({ name, rows, origin: own }, index) => {
      if (own !== origin || !rows.length) return;
      names.append(make("li", {}, make("button", { type: "button", "data-relation": index, on: { click: () => open(index) } },
        make("span", { class: "mono" }, name), make("span", { class: "rows" }, String(rows.length)))));
    });
  }
  find("search").addEventListener("input", () => { shown = page; table(); });
  find("more").addEventListener("click", () => { shown += 5 * page; table(); });
  const first = data.relations.findIndex(({ name, rows }) => name === "has_type" && rows.length);
  if (data.relations.length) open(Math.max(first, 0));
})();
