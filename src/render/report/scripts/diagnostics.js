  // Diagnostics: a list that can be filtered by words and by severities.
  const list = find("diagnostics");
  const mostListed = 100;
  let listed = mostListed;
  const hidden = new Set();
  // A message: what stands between backticks is code.
  const said = (message) => message.split("`").map((piece, at) => at % 2 ? make("code", { class: "said" }, piece) : piece);
  const entry = (d) => {
    const { code, severity, message, at, labels, expected, found, help, step, proof } = diagnostics[d];
    const line = (name, ...what) => make("span", { class: "more" }, `${name}: `, ...what);
    const act = () => {
      show(tabs[0]);
      const e = expressionOf(at);
      if (e !== null) choose(e); else goToLine(at[0], lineOf(at));
      if (marks[d]) flash(marks[d]);
      remember(where(at));
      explain(step, proof);
    };
    return make("button", { class: `diagnostic ${severity}`, type: "button", on: { click: act } },
      make("span", { class: "where" }, where(at)), make("span", { class: "code" }, code), " ", ...said(message),
      expected ? line("expected", make("code", {}, expected)) : null,
      found ? line("found", make("code", {}, found)) : null,
      ...labels.filter(([other]) => other[1] !== at[1] || other[0] !== at[0]).map(([other, text]) => line(where(other), ...said(text))),
      help ? line("help", ...said(help)) : null);
  };
  // The texts in which words are looked for.
  const searched = diagnostics.map(({ code, severity, message, at, expected, found, help }) =>
    [code, severity, message, where(at), expected, found, help].join("\n").toLowerCase());
  const wordsOf = (input) => input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const listDiagnostics = () => {
    const words = wordsOf(find("filter"));
    const matches = diagnostics.map((_, d) => d)
      .filter((d) => !hidden.has(diagnostics[d].severity) && words.every((word) => searched[d].includes(word)));
    list.replaceChildren(...matches.slice(0, listed).map(entry));
    find("matches").textContent = matches.length < diagnostics.length ? `${matches.length} of ${diagnostics.length}` : "";
    find("more-diagnostics").hidden = matches.length <= listed;
    if (!diagnostics.length) list.append(make("p", { class: "hint" }, "There is nothing wrong."));
  };
  find("severities").append(...severities.map((severity) => {
    const toggle = make("button", { type: "button", class: severity, "aria-pressed": "true" }, counted(count(severity), severity));
    toggle.addEventListener("click", () => {
      if (!hidden.delete(severity)) hidden.add(severity);
      toggle.setAttribute("aria-pressed", !hidden.has(severity));
      listDiagnostics();
    });
    return toggle;
  }));
  // The files, if there are several, each with the numbers of its diagnostics.
  find("list").hidden = files.length < 2;
  find("list-of-files").append(...files.map(({ name }, file) => {
    const own = diagnostics.filter(({ at }) => at[0] === file);
    const numbers = severities.map((severity) => [severity, own.filter((found) => found.severity === severity).length]);
    const shown = numbers.filter(([, number]) => number)
      .map(([severity, number]) => make("span", { class: severity, title: counted(number, severity) }, ` ${number}`));
    const act = () => { show(tabs[0]); goToLine(file, 1); };
    return make("li", {}, make("button", { type: "button", on: { click: act } }, make("span", {}, name), make("span", {}, ...shown)));
  }));
  find("filters").hidden = !diagnostics.length;
  find("filter").addEventListener("input", () => { listed = mostListed; listDiagnostics(); });
  find("more-diagnostics").addEventListener("click", () => { listed += 5 * mostListed; listDiagnostics(); });
  listDiagnostics();

