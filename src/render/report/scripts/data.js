  // The data: chunks of compressed JSON, each decoded when it is asked for.
  const find = (id) => document.getElementById(id);
  const decode = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(plain).text());
  };
  const decoded = new Map();
  const chunk = (name) => {
    if (!decoded.has(name)) {
      const element = find(`chunk-${name}`);
      decoded.set(name, decode(element.textContent));
      element.remove();
    }
    return decoded.get(name);
  };
  // The numbers of which a list holds the differences.
  const sums = (differences) => { let sum = 0; return differences.map((difference) => (sum += difference)); };
  // Places are [file, start, end].
  const core = await chunk("core");
  const { files, types, rules, relations } = core;
  const expressions = (() => {
    const { file, start, length, type, step } = core.expressions;
    const starts = sums(start);
    return starts.map((from, e) => ({ at: [file[e], from, from + length[e]], type: types[type[e]], step: step[e] < 0 ? null : step[e] }));
  })();
  const nodes = core.nodes.map(([name, kind, type, at, step]) => ({ name, kind, type: types[type], at, step }));
  const { diagnostics } = core;
  for (const file of files) {
    file.lines = [0];
    for (let at = file.text.indexOf("\n"); at >= 0; at = file.text.indexOf("\n", at + 1)) file.lines.push(at + 1);
  }
  // The step of a proof, with the steps that it is concluded from.
  const stepAt = async (number) => {
    const first = number - (number % core.stepsInChunk);
    const steps = await chunk(`steps-${first / core.stepsInChunk}`);
    steps.starts ??= sums(steps.start);
    steps.said ??= sums(steps.says);
    const at = number - first;
    return {
      says: steps.texts[steps.said[at]],
      rule: steps.rule[at] < 0 ? null : steps.rule[at],
      at: steps.file[at] < 0 ? null : [steps.file[at], steps.starts[at], steps.starts[at] + steps.length[at]],
      from: steps.from[at].map((difference) => number - difference),
    };
  };
  // The rows of a relation, as texts.
  const rowsOf = async (index) => {
    const { rows } = relations[index];
    if (!rows) return [];
    const data = await chunk(`relation-${index}`);
    const columns = data.columns.map(({ types: numbers, texts, files, starts, lengths, own }) => {
      if (numbers) return numbers.map((number) => types[number]);
      if (texts) return sums(texts).map((number) => data.texts[number]);
      return sums(starts).map((start, row) => {
        const at = [files[row], start, start + lengths[row]];
        return `${where(at)} ${own[row] < 0 ? piece(at) : data.texts[own[row]]}`;
      });
    });
    return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row]));
  };
  // The last position in an ordered list whose entry is not beyond a number.
  const lastUpTo = (list, number) => {
    let [low, high] = [0, list.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (list[middle] <= number) low = middle; else high = middle - 1;
    }
    return low;
  };
  const lineOf = ([file, start]) => lastUpTo(files[file].lines, start) + 1;
  const where = (at) => {
    const { name, text, lines } = files[at[0]];
    const line = lineOf(at);
    return `${name}:${line}:${[...text.slice(lines[line - 1], at[1])].length + 1}`;
  };
  const piece = ([file, start, end]) => files[file].text.slice(start, end).replace(/\s+/g, " ").trim();
  const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
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

