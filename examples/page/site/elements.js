// Elements of the page.

export const find = (id) => document.getElementById(id);

export const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

export const button = (text, act, attributes = {}) =>
  make("button", { type: "button", on: { click: act }, ...attributes }, text);

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// Tabs: one of them is chosen, and the arrow keys go to the others.
export const tabs = (list, onChoose) => {
  const choose = (name, focus = false) => {
    for (const tab of list.children) {
      const isChosen = tab.dataset.name === name;
      tab.setAttribute("aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen && focus) tab.focus();
    }
    onChoose(name);
  };
  list.addEventListener("keydown", (event) => {
    const all = [...list.children];
    const at = all.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    choose(all[(next + all.length) % all.length].dataset.name, true);
  });
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab.dataset.name);
  });
  return choose;
};

export const tab = (name, text, panel, extra = {}) =>
  make("button", { type: "button", role: "tab", "data-name": name, "aria-controls": panel, "aria-selected": "false", tabindex: "-1", ...extra }, text);

// A line of Markdown: code and strong words.
export const words = (line) => line.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((piece) => {
  if (piece.startsWith("`")) return make("code", {}, piece.slice(1, -1));
  if (piece.startsWith("**")) return make("strong", {}, piece.slice(2, -2));
  if (piece.startsWith("[")) return /^\[([^\]]+)\]/.exec(piece)[1];
  return piece;
});

// The Markdown that hovers and pages are written in: headings, blocks of code, paragraphs.
export const markdown = (text) => {
  const paragraph = (text) => {
    const heading = /^##+ (.*)/.exec(text);
    return heading ? make("h3", {}, ...words(heading[1])) : make("p", {}, ...words(text));
  };
  const blocks = text.split(/^(```+)[a-z]*\n([\s\S]*?)\n\1$/m);
  const shown = [];
  for (let at = 0; at < blocks.length; at += 3) {
    for (const piece of blocks[at].split(/\n{2,}/)) if (piece.trim()) shown.push(paragraph(piece.trim()));
    if (at + 2 < blocks.length) shown.push(make("pre", {}, blocks[at + 2]));
  }
  return make("div", { class: "markdown" }, ...shown);
};
