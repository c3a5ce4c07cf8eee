// A layered drawing of a graph, after Sugiyama, Tagawa and Toda ("Methods for visual understanding of
// hierarchical system structures", 1981): cycles are broken by the order of a depth-first search,
// every node gets a layer behind those that lead to it, nodes of one layer are ordered by the middle of
// their neighbours, and edges over several layers run through points of their own. Layers go from left
// to right, since names are wide.
//
// Small graphs are all that is ever drawn: of large ones people look at a neighbourhood.

// Edges that close a cycle, as a set of indices.
function backEdges(size, edges) {
  const out = Array.from({length: size}, () => []);
  edges.forEach(([from], i) => out[from].push(i));
  const state = new Uint8Array(size);
  const back = new Set();
  const indegree = new Uint32Array(size);
  for (const [from, to] of edges) if (from !== to) ++indegree[to];
  const starts = [...Array(size).keys()].sort((a, b) => (indegree[a] === 0 ? 0 : 1) - (indegree[b] === 0 ? 0 : 1) || a - b);
  for (const start of starts) {
    if (state[start] !== 0) continue;
    const stack = [[start, 0]];
    state[start] = 1;
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top[1] === out[top[0]].length) { state[top[0]] = 2; stack.pop(); continue; }
      const edge = out[top[0]][top[1]++];
      const to = edges[edge][1];
      if (state[to] === 1) back.add(edge);
      else if (state[to] === 0) { state[to] = 1; stack.push([to, 0]); }
    }
  }
  return back;
}

function layersOf(size, edges, back) {
  const layer = new Int32Array(size);
  // Longest paths, by as many rounds as there are layers.
  for (let changed = true; changed;) {
    changed = false;
    edges.forEach(([from, to], i) => {
      if (back.has(i) || layer[to] > layer[from]) return;
      layer[to] = layer[from] + 1;
      changed = true;
    });
  }
  return layer;
}

// The same for layers from left to right: what is said of x holds of y, and the other way round.
function layout(nodes, edges) {
  const turn = ({x, y, width, height}) => ({x: y, y: x, width: height, height: width});
  const plan = layoutDown(nodes.map(turn), edges, {x: 14, y: 60});
  return {nodes: plan.nodes.map(turn), width: plan.height, height: plan.width,
    edges: plan.edges.map((edge) => ({back: edge.back, points: edge.points.map(turn)}))};
}

// Nodes {width, height} => {nodes: [{x, y}], edges: [points], width, height}; x and y are of centres.
function layoutDown(nodes, edges, gap) {
  const back = backEdges(nodes.length, edges);
  const layer = layersOf(nodes.length, edges, back);
  const rows = [];
  const cells = nodes.map((node, i) => ({width: node.width, height: node.height, layer: layer[i], up: [], down: []}));
  const chains = edges.map(([from, to], i) => {
    if (from === to) return [from];
    const [top, bottom] = back.has(i) ? [to, from] : [from, to];
    const chain = [top];
    for (let at = layer[top] + 1; at < layer[bottom]; ++at) {
      chain.push(cells.length);
      cells.push({width: 8, height: 0, layer: at, up: [], down: []});
    }
    chain.push(bottom);
    for (let k = 0; k + 1 < chain.length; ++k) {
      cells[chain[k]].down.push(chain[k + 1]);
      cells[chain[k + 1]].up.push(chain[k]);
    }
    return back.has(i) ? chain.reverse() : chain;
  });
  cells.forEach((cell, i) => { (rows[cell.layer] = rows[cell.layer] || []).push(i); });
  // Order: the middle of the neighbours, downwards and upwards in turn.
  const rank = new Float64Array(cells.length);
  const number = () => rows.forEach((row) => row.forEach((cell, k) => { rank[cell] = k; }));
  number();
  for (let round = 0; round < 8; ++round) {
    const side = round % 2 === 0 ? 'up' : 'down';
    for (const row of round % 2 === 0 ? rows : [...rows].reverse()) {
      const middle = new Map(row.map((cell) => {
        const near = cells[cell][side];
        return [cell, near.length === 0 ? rank[cell] : near.reduce((sum, other) => sum + rank[other], 0) / near.length];
      }));
      row.sort((a, b) => middle.get(a) - middle.get(b) || rank[a] - rank[b]);
      row.forEach((cell, k) => { rank[cell] = k; });
    }
  }
  // Places: pulled to the middle of the neighbours, then pushed apart.
  for (const row of rows) {
    let x = 0;
    for (const cell of row) { cells[cell].x = x + cells[cell].width / 2; x += cells[cell].width + gap.x; }
  }
  const apart = (a, b) => (cells[a].width + cells[b].width) / 2 + gap.x;
  for (let round = 0; round < 12; ++round) {
    for (const row of round % 2 === 0 ? rows : [...rows].reverse()) {
      const want = row.map((cell) => {
        const near = [...cells[cell].up, ...cells[cell].down];
        return near.length === 0 ? cells[cell].x : near.reduce((sum, other) => sum + cells[other].x, 0) / near.length;
      });
      const left = [];
      const right = [];
      row.forEach((cell, k) => {
        left[k] = k === 0 ? want[0] : Math.max(want[k], left[k - 1] + apart(row[k - 1], cell));
      });
      for (let k = row.length - 1; k >= 0; --k) {
        right[k] = k === row.length - 1 ? want[k] : Math.min(want[k], right[k + 1] - apart(row[k], row[k + 1]));
      }
      row.forEach((cell, k) => { cells[cell].x = (left[k] + right[k]) / 2; });
    }
  }
  let least = Infinity;
  for (const cell of cells) least = Math.min(least, cell.x - cell.width / 2);
  let y = 0;
  for (const row of rows) {
    const height = Math.max(...row.map((cell) => cells[cell].height));
    for (const cell of row) { cells[cell].x += 26 - least; cells[cell].y = y + height / 2 + 10; }
    y += height + gap.y;
  }
  const width = Math.max(...cells.map((cell) => cell.x + cell.width / 2)) + 10;
  return {nodes: cells.slice(0, nodes.length), width, height: y - gap.y + 20,
    edges: chains.map((chain, i) => ({back: back.has(i), points: chain.map((cell) => cells[cell])}))};
}
