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
  const draw = async () => {
    const svg = new DOMParser().parseFromString(await chunk("graph"), "image/svg+xml").documentElement;
    drawn = document.importNode(svg, true);
    drawn.dataset.width = svg.getAttribute("width");
    drawn.dataset.height = svg.getAttribute("height");
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    picture.replaceChildren(drawn);
    actual();
    drawn.querySelectorAll("g").forEach((group, at) => {
      const node = nodes[at];
      const text = `${node.kind} ${node.name}: ${node.type}`;
      for (const [name, value] of [["tabindex", "0"], ["role", "link"], ["aria-label", text]]) group.setAttribute(name, value);
      group.querySelector("title").textContent = text;
      const act = () => { go(node.at); explain(node.step); };
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
  });

