  // The views, and the fragment of the address: a place, or a view.
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const opened = {};
  const remember = (fragment) => {
    try { history.replaceState(null, "", `#${encodeURI(fragment)}`); } catch { /* Some pages have no address. */ }
  };
  const show = (tab, focus) => {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", chosen);
      other.tabIndex = chosen ? 0 : -1;
      find(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (focus) tab.focus();
    const view = tab.getAttribute("aria-controls");
    return opened[view] ? opened[view]() : undefined;
  };
  const open = (tab, focus) => { show(tab, focus); remember(tab.getAttribute("aria-controls")); };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) open(tabs[(at + step + tabs.length) % tabs.length], true);
    });
  });
  find("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  const count = (severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const severities = ["error", "warning", "note"].filter(count);
  find("program").textContent = core.program;
  find("summary").append(
    make("span", {}, `${counted(nodes.length, "definition")}, ${counted(expressions.length, "expression")}`),
    ...severities.map((severity) => make("span", { class: severity }, `, ${counted(count(severity), severity)}`)),
  );

