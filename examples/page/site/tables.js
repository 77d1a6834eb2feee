// Relations as tables.

import { button, counted, make } from "./elements.js";

// A table whose rows lead to their places in the program.
export const table = (relation, onPlace, doc = relation.doc) => {
  const cells = (row, at) => row.map((cell, column) => {
    const place = relation.places[at];
    const text = column === 0 && place ? button(cell, () => onPlace(place), { class: "link mono" }) : cell;
    return make("td", {}, text);
  });
  const caption = `${relation.name}: ${counted(relation.count, "row")}`;
  const cut = relation.count > relation.rows.length ? make("p", { class: "hint" }, `The first ${relation.rows.length} rows are shown.`) : null;
  return make("div", {}, make("h3", {}, make("code", {}, relation.name), `: ${counted(relation.count, "row")}`), doc ? make("p", { class: "hint" }, doc) : null,
    relation.count
      ? make("div", { class: "table-box", tabindex: "0", role: "region", "aria-label": caption }, make("table", {},
        make("thead", {}, make("tr", {}, ...relation.columns.map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...relation.rows.map((row, at) => make("tr", {}, ...cells(row, at))))))
      : null, cut);
};

const most = 300;

// The list of all relations, and the rows of one.
export class Facts {
  #chosen = "has_type";

  constructor(panel, engine, onPlace) {
    this.engine = engine;
    this.onPlace = onPlace;
    this.list = make("nav", { "aria-label": "Relations" });
    this.rows = make("div", { class: "rows", "aria-live": "polite" });
    panel.append(this.list, this.rows);
  }

  get chosen() { return this.#chosen; }

  async show(name = this.#chosen) {
    this.#chosen = name;
    const [relations, chosen] = await Promise.all([this.engine.ask("relations"), this.engine.ask("rows", name, most)]);
    const entry = (relation) => make("li", {}, button([make("span", { class: "mono" }, relation.name), make("span", { class: "quiet" }, String(relation.count))],
      () => this.show(relation.name), { "aria-current": relation.name === name ? "true" : "false" }));
    const of = (origin, title) => [make("h2", {}, title), make("ul", {}, ...relations.filter((relation) => relation.origin === origin && relation.count).map(entry))];
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...of("derived", "Derived by rules"), ...of("extensional", "Given by the text"));
    if (focused) this.list.querySelector("[aria-current=true]")?.focus();
    this.rows.replaceChildren(chosen ? table(chosen, this.onPlace) : make("p", { class: "hint" }, "There is no such relation."));
  }
}
