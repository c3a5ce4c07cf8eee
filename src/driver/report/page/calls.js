// Who calls whom, before and after: a drawing, and the same as a table.

const mostDrawn = 40;
const letter = 7.3;

const callsOf = (each) => (each.calls === 0 ? 'never called' : plural(each.calls, 'call'));

// The functions near one, nearest first; at most so many.
function neighbourhood(graph, centre) {
  const near = new Map();
  graph.edges.forEach(([from, to]) => {
    if (!near.has(from)) near.set(from, []);
    if (!near.has(to)) near.set(to, []);
    near.get(from).push(to);
    near.get(to).push(from);
  });
  const found = new Set([centre]);
  for (const at of found) {
    for (const other of near.get(at) || []) {
      if (found.size === mostDrawn) return found;
      found.add(other);
    }
  }
  return found;
}

function drawing(graph, shown, label) {
  const kept = [...shown].sort((a, b) => a - b);
  const place = new Map(kept.map((index, i) => [index, i]));
  const edges = graph.edges.filter(([from, to]) => place.has(from) && place.has(to));
  const total = graph.functions.reduce((sum, each) => sum + each.work, 0);
  const title = (each) => (each.name.length > 34 ? `${each.name.slice(0, 32)}…` : each.name);
  const boxes = kept.map((index) => ({width: letter *
    Math.max(title(graph.functions[index]).length, callsOf(graph.functions[index]).length * 0.88) + 18, height: 40}));
  const plan = layout(boxes, edges.map(([from, to]) => [place.get(from), place.get(to)]));
  const lines = plan.edges.map((edge, i) => {
    const [, , sites, times] = edges[i];
    const hint = draw('title', null, `${graph.functions[edges[i][0]].name} calls ${graph.functions[edges[i][1]].name}: ` +
      `${plural(sites, 'place')}, ${plural(times, 'time')}`);
    const width = times === 0 ? 1 : Math.min(5, 1 + Math.log10(times) / 2);
    if (edge.points.length === 1) {
      const {x, y, width: box} = edge.points[0];
      return draw('path', {class: 'edge', 'stroke-width': width, 'marker-end': 'url(#tip)',
        d: `M${x + box / 2 - 26},${y - 20} c-4,-16 22,-16 18,-1`}, hint);
    }
    const [start, ...others] = edge.points;
    const end = others[others.length - 1];
    const side = edge.back ? -1 : 1;
    let [x, y] = [start.x + side * start.width / 2, start.y];
    let path = `M${x.toFixed(1)},${y.toFixed(1)}`;
    others.forEach((point) => {
      const toX = point === end ? end.x - side * end.width / 2 : point.x;
      const bend = (toX - x) / 2;
      // Beside the edge that goes the other way.
      const shift = edge.back && others.length === 1 ? 14 : 0;
      path += ` C${(x + bend).toFixed(1)},${(y + shift).toFixed(1)} ${(toX - bend).toFixed(1)},${(point.y + shift).toFixed(1)} ${toX.toFixed(1)},${point.y.toFixed(1)}`;
      [x, y] = [toX, point.y];
    });
    return draw('path', {class: edge.back ? 'edge back' : 'edge', 'stroke-width': width, d: path, 'marker-end': 'url(#tip)'}, hint);
  });
  const nodes = kept.map((index, i) => {
    const each = graph.functions[index];
    const {x, y} = plan.nodes[i];
    const share = total === 0 ? 0 : each.work / total;
    return draw('g', {class: `node heat-${levelOf(share)}`},
      draw('title', null, `${each.name}: ${plural(each.calls, 'call')}, ${percent(share)} of the work`),
      draw('rect', {x: x - boxes[i].width / 2, y: y - 20, width: boxes[i].width, height: 40, rx: each.visits ? 3 : 20,
        class: each.root ? 'root' : ''}),
      draw('text', {x, y: y - 2, 'text-anchor': 'middle'}, title(each)),
      draw('text', {x, y: y + 13, 'text-anchor': 'middle', class: 'small'}, callsOf(each)));
  });
  return scrolling(label, draw('svg', {class: 'graph', role: 'img', 'aria-label': `${label}; the table below says the same`,
    width: Math.ceil(plan.width), height: Math.ceil(plan.height), viewBox: `0 0 ${Math.ceil(plan.width)} ${Math.ceil(plan.height)}`},
  draw('defs', null, draw('marker', {id: 'tip', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
    orient: 'auto', markerUnits: 'userSpaceOnUse'}, draw('path', {d: 'M0,0 L8,4 L0,8 z', class: 'tip'}))),
  lines, nodes));
}

function callsTable(program, graph, show) {
  const total = graph.functions.reduce((sum, each) => sum + each.work, 0);
  const near = (index, side) => graph.edges.filter((edge) => edge[side] === index).map((edge) => graph.functions[edge[1 - side]].name);
  const names = (list) => [listed(list.slice(0, 5).map((each) => '`' + each + '`')), list.length > 5 && ` and ${list.length - 5} more`]
    .map((part) => (part ? prose(part) : part));
  const rows = graph.functions.map((each, index) => ({...each, index})).sort((a, b) => b.work - a.work || a.index - b.index);
  return paged(rows, 60, 'functions', (part) => scrolling('Functions', table('Functions, those that do most first', [
    {title: 'Function', cell: (each) => [make('code', null, each.name), each.root && ' (root)']},
    {title: 'In the source', cell: (each) => [
      each.says ? prose(each.says) : each.origin && each.origin.length > 0 ? names(each.origin) : '',
      each.line ? [', ', lineLink(program, each.line)] : '', each.library && ', of the library']},
    {title: 'Work', number: true, cell: (each) => percent(total === 0 ? 0 : each.work / total)},
    {title: 'Operations', number: true, cell: (each) => grouped(each.work)},
    {title: 'Calls', number: true, cell: (each) => grouped(each.calls)},
    {title: 'Called by', cell: (each) => names(near(each.index, 1))},
    {title: 'Calls these', cell: (each) => names(near(each.index, 0))},
    ...(graph.functions.length > mostDrawn ? [{title: 'Drawing', cell: (each) =>
      button('Draw around', () => show(each.index), {'aria-label': `Draw around ${each.name}`})}] : [])], part)));
}

function callsSection(program) {
  const place = make('div', null);
  let which = 'before';
  function show(centre) {
    const graph = program[which];
    const all = graph.functions.length <= mostDrawn;
    const roots = graph.functions.findIndex((each) => each.root);
    const middle = centre === undefined ? Math.max(0, roots) : centre;
    const shown = all ? new Set(graph.functions.keys()) : neighbourhood(graph, middle);
    const label = all ? `Calls ${which === 'before' ? 'of the source' : 'of the result'}`
      : `Calls around ${graph.functions[middle].name}`;
    replace(place,
      !all && make('p', null, `Of ${grouped(graph.functions.length)} functions the ${shown.size} around `,
        make('code', null, graph.functions[middle].name), ' are drawn; the table draws others.'),
      graph.functions.length > 0 && drawing(graph, shown, label),
      make('details', {open: !all}, make('summary', null, 'The same as a table'),
        callsTable(program, graph, (index) => { show(index); announce(`Drawn around ${graph.functions[index].name}`); })));
  }
  const name = identity('graph');
  const option = (value, text) => make('label', {class: 'check'}, make('input', {type: 'radio', name, value,
    checked: value === which, onchange: () => { which = value; show(); }}), text);
  show();
  return [
    make('fieldset', null, make('legend', null, 'Functions and calls'),
      option('before', `of the source (${program.before.functions.length})`),
      option('after', `of the result (${program.after.functions.length})`)),
    make('p', {class: 'note'}, 'Square boxes visit a tree, round ones do not; roots have a thick border, calls back a dashed line. The thicker a line, the more calls; colour is the share of the work.'),
    place];
}
