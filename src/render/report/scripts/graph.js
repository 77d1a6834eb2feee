  // The graph: it is drawn when it is first looked at, and moved and scaled by its view box.
  const picture = find("picture");
  let drawn = null;
  let box = null;
  const place = (x, y, width, height) => {
    box = { x, y, width, height };
    drawn.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  };
  const size = () => ({ width: picture.clientWidth || 1000, height: picture.clientHeight || 600 });
  // Scales by a factor around a point, given in parts of the view.
  const zoom = (factor, x = 0.5, y = 0.5) => {
    const [width, height] = [box.width * factor, box.height * factor];
    place(box.x + (box.width - width) * x, box.y + (box.height - height) * y, width, height);
  };
  const whole = () => {
    const [width, height] = [drawn.dataset.width, drawn.dataset.height].map(Number);
    const { width: w, height: h } = size();
    const scale = Math.max(width / w, height / h);
    place((width - w * scale) / 2, (height - h * scale) / 2, w * scale, h * scale);
  };
  const actual = () => { const { width, height } = size(); place(0, 0, width, height); };
  // The definition at the centre and its neighbours; all others are faint, or not shown.
  const only = find("near-only");
  let groups = [];
  let edges = [];
  let centre = null;
  const neighbours = () => {
    const [before, behind] = [new Set(), new Set()];
    for (const { from, to } of edges) {
      if (from === centre && to !== centre) before.add(to);
      if (to === centre && from !== centre) behind.add(from);
    }
    return [[...before], [centre], [...behind].filter((at) => !before.has(at))];
  };
  const mark = (isNear) => {
    groups.forEach((group, at) => {
      group.classList.toggle("far", !isNear(at));
      group.classList.toggle("chosen", at === centre);
      group.tabIndex = isNear(at) || !drawn.classList.contains("near-only") ? 0 : -1;
    });
    for (const { path, from, to } of edges) {
      path.classList.toggle("far", centre === null ? !(isNear(from) && isNear(to)) : from !== centre && to !== centre);
    }
  };
  // Places the neighbours in three columns: what the definition refers to, itself, and what refers to it.
  const arrange = () => {
    const isOnly = only.getAttribute("aria-pressed") === "true" && centre !== null;
    drawn.classList.toggle("near-only", isOnly);
    for (const group of groups) group.removeAttribute("transform");
    for (const { path, d } of edges) path.setAttribute("d", d);
    if (!isOnly) return;
    const columns = neighbours();
    const rows = Math.max(...columns.map((column) => column.length));
    const places = new Map();
    columns.forEach((column, x) => column.forEach((at, y) => {
      const rect = groups[at].querySelector("rect");
      const spot = { x: 20 + x * 300, y: 20 + (y + (rows - column.length) / 2) * 44 };
      places.set(at, spot);
      const [left, top] = ["x", "y"].map((name) => Number(rect.getAttribute(name)));
      groups[at].setAttribute("transform", `translate(${spot.x - left} ${spot.y - top})`);
    }));
    for (const { path, from, to } of edges.filter((edge) => edge.from === centre || edge.to === centre)) {
      const [start, end] = [places.get(from), places.get(to)];
      const [y, height] = [start.y + 14, end.y + 14];
      path.setAttribute("d", `M${start.x} ${y} C${start.x - 60} ${y} ${end.x + 240} ${height} ${end.x + 180} ${height}`);
    }
    place(0, 0, ...Object.values(size()));
  };
  const turnTo = (at) => {
    if (at === centre) return;
    centre = at;
    const near = new Set(at === null ? [] : neighbours().flat());
    arrange();
    mark((other) => at === null || near.has(other));
  };
  const looked = find("find-node");
  const found = () => groups.map((_, at) => at).filter((at) => nodes[at].name.toLowerCase().includes(looked.value.toLowerCase()));
  looked.addEventListener("input", async () => {
    await opened.graph();
    turnTo(null);
    const all = new Set(found());
    mark((at) => all.has(at));
    find("found-nodes").textContent = looked.value ? counted(all.size, "definition") : "";
  });
  looked.addEventListener("keydown", (event) => {
    const [first] = event.key === "Enter" ? found() : [];
    if (first !== undefined) groups[first].focus();
  });
  only.addEventListener("click", async () => {
    await opened.graph();
    only.setAttribute("aria-pressed", only.getAttribute("aria-pressed") !== "true");
    const before = centre;
    centre = null;
    turnTo(before);
    arrange();
  });
  const draw = async () => {
    const svg = new DOMParser().parseFromString(await chunk("graph"), "image/svg+xml").documentElement;
    drawn = document.importNode(svg, true);
    drawn.dataset.width = svg.getAttribute("width");
    drawn.dataset.height = svg.getAttribute("height");
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    picture.replaceChildren(drawn);
    actual();
    edges = [...drawn.querySelectorAll("path")].map((path) => {
      const [from, to] = path.dataset.edge.split(" ").map(Number);
      return { path, from, to, d: path.getAttribute("d") };
    });
    groups = [...drawn.querySelectorAll("g")];
    groups.forEach((group, at) => {
      const node = nodes[at];
      const text = `${node.kind} ${node.name}: ${node.type}`;
      for (const [name, value] of [["tabindex", "0"], ["role", "link"], ["aria-label", text]]) group.setAttribute(name, value);
      group.querySelector("title").textContent = text;
      const act = () => { go(node.at); explain(node.step); };
      group.addEventListener("focus", () => turnTo(at));
      group.addEventListener("click", () => { if (!moved) act(); });
      group.addEventListener("keydown", (event) => { if (event.key === "Enter") act(); });
    });
  };
  let drawing = null;
  opened.graph = () => (drawing ??= draw());
  // A pointer that is held down moves the picture; one that has hardly moved clicks.
  let held = null;
  let moved = false;
  picture.addEventListener("pointerdown", (event) => { held = { x: event.clientX, y: event.clientY, box }; moved = false; });
  picture.addEventListener("pointermove", (event) => {
    if (!held || !drawn) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    moved ||= Math.hypot(x, y) > 4;
    const scale = held.box.width / size().width;
    if (moved) place(held.box.x - x * scale, held.box.y - y * scale, box.width, box.height);
  });
  for (const end of ["pointerup", "pointerleave"]) picture.addEventListener(end, () => { held = null; });
  picture.addEventListener("wheel", (event) => {
    if (!drawn) return;
    event.preventDefault();
    const { left, top } = picture.getBoundingClientRect();
    const { width, height } = size();
    zoom(1.0015 ** event.deltaY, (event.clientX - left) / width, (event.clientY - top) / height);
  }, { passive: false });
  const scaling = { "zoom-in": () => zoom(0.8), "zoom-out": () => zoom(1.25), "zoom-whole": whole, "zoom-actual": actual };
  for (const [id, act] of Object.entries(scaling)) find(id).addEventListener("click", async () => { await opened.graph(); act(); });
  picture.addEventListener("keydown", (event) => {
    const act = { "+": "zoom-in", "-": "zoom-out", "0": "zoom-actual" }[event.key];
    if (act && drawn) scaling[act]();
    if (event.key === "Escape") turnTo(null);
  });

