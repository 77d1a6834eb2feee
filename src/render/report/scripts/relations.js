  // Relations: the rows are decoded when a relation is opened.
  const page = 200;
  let relation = null;
  let rows = [];
  let shown = page;
  let sorting = { column: -1, down: false };
  const number = (text) => (/^-?\d+$/.test(text) ? Number(text) : NaN);
  const compare = (a, b) => { const [x, y] = [number(a), number(b)]; return x - y || (a < b ? -1 : a > b ? 1 : 0); };
  const table = () => {
    const words = wordsOf(find("search"));
    const matches = (row) => words.every((word) => row.some((cell) => cell.toLowerCase().includes(word)));
    const found = rows.filter(matches);
    const { column, down } = sorting;
    if (column >= 0) found.sort((a, b) => (down ? -1 : 1) * compare(a[column], b[column]));
    const head = make("tr", {}, ...relation.columns.map((name, at) => {
      const mark = at === column ? (down ? " \u25be" : " \u25b4") : "";
      const act = () => { sorting = { column: at, down: at === column && !down }; table(); document.querySelectorAll("th button")[at].focus(); };
      return make("th", { scope: "col", "aria-sort": at === column ? (down ? "descending" : "ascending") : null },
        make("button", { type: "button", on: { click: act } }, name + mark));
    }));
    document.querySelector("#relation thead").replaceChildren(head);
    document.querySelector("#relation tbody").replaceChildren(
      ...found.slice(0, shown).map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell)))));
    find("count").textContent = words.length ? `${found.length} of ${counted(rows.length, "row")}` : counted(rows.length, "row");
    find("more").hidden = found.length <= shown;
  };
  const openRelation = async (index) => {
    relation = relations[index];
    find("relation-name").textContent = relation.name;
    find("relation-doc").textContent = relation.doc;
    names.querySelectorAll("button").forEach((button) => button.setAttribute("aria-current", button.dataset.relation === String(index)));
    const loaded = await rowsOf(index);
    if (relation !== relations[index]) return;
    [rows, shown, sorting] = [loaded, page, { column: -1, down: false }];
    table();
  };
  const names = find("names");
  for (const origin of ["derived", "extensional"]) {
    names.append(make("li", { class: "group" }, origin));
    relations.forEach(({ name, rows, origin: own }, index) => {
      if (own !== origin || !rows) return;
      const act = () => { openRelation(index); remember(`relations/${name}`); };
      names.append(make("li", {}, make("button", { type: "button", "data-relation": index, on: { click: act } },
        make("span", { class: "mono" }, name), make("span", { class: "rows" }, String(rows)))));
    });
  }
  find("search").addEventListener("input", () => { shown = page; table(); });
  find("more").addEventListener("click", () => { shown += 5 * page; table(); });
  opened.relations = () => {
    const named = relations.findIndex(({ name, rows }) => rows && name === wanted);
    wanted = null;
    if (relation && named < 0) return undefined;
    const first = relations.findIndex(({ name, rows }) => name === "has_type" && rows);
    return relations.length ? openRelation(named >= 0 ? named : Math.max(first, 0)) : undefined;
  };

  // The page is complete: it goes where its address says.
  addEventListener("hashchange", follow);
  await follow();
  document.documentElement.dataset.ready = "";
