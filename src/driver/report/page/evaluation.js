// An evaluation: a published table with our figures beside it, and a plot of each of its columns.

const sourceWords = {published: 'published', measured: 'measured', derived: 'derived'};

// A figure as its column has it.
function figureText(value, column) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return String(value);
  if (column.kind === 'ratio') return `${short(value)}×`;
  if (column.kind === 'seconds') return `${short(value)} s`;
  return short(value);
}

function cellOf(row, column) {
  const cell = row.cells[column.key];
  return cell === undefined || cell === null ? {own: null} : cell;
}

function spreadText(cell, column) {
  if (typeof cell.least !== 'number' || typeof cell.most !== 'number' || cell.least === cell.most) return '';
  return ` (${figureText(cell.least, column)} to ${figureText(cell.most, column)})`;
}

function evaluationTable(study) {
  const columns = [{title: 'Row', cell: (row) => row.name}, {title: 'Input', cell: (row) => row.input || ''}];
  for (const column of study.columns) {
    const own = (row) => cellOf(row, column);
    const number = column.kind !== 'text';
    const some = (field) => study.rows.some((row) => ![null, undefined, ''].includes(own(row)[field]));
    if (some('own')) {
      columns.push({title: `${column.title}${some('published') ? ', ours' : ''}`, number,
        cell: (row) => [figureText(own(row).own, column), make('span', {class: 'note'}, spreadText(own(row), column))]});
    }
    if (some('published')) {
      columns.push({title: `${column.title}, theirs`, number, cell: (row) => {
        const {published, from} = own(row);
        const text = figureText(published, column);
        return from && from !== 'published' && text !== '' ? [text, make('span', {class: 'note'}, ` ${sourceWords[from] || from}`)] : text;
      }});
    }
  }
  if (study.rows.some((row) => row.note)) columns.push({title: 'Note', cell: (row) => prose(row.note || '')});
  return paged(study.rows, 100, 'rows', (rows) => scrolling(study.title, table(study.title, columns, rows, {class: 'figures'})));
}

// Rows of one program whose inputs differ in one number: how a figure grows with the input.
function scalingSeries(study, column) {
  const lastNumber = /\d+(?!.*\d)/;
  const size = (row) => {
    const found = lastNumber.exec(String(row.input || ''));
    return found ? Number(found[0]) : NaN;
  };
  const byProgram = new Map();
  for (const row of study.rows) {
    const {own} = cellOf(row, column);
    if (typeof own !== 'number' || !Number.isFinite(size(row))) continue;
    const key = `${row.program || row.name}: ${row.input.replace(lastNumber, 'n')}`;
    if (!byProgram.has(key)) byProgram.set(key, []);
    byProgram.get(key).push([size(row), own]);
  }
  return [...byProgram].map(([name, points]) => ({name, points: points.sort((a, b) => a[0] - b[0])}))
    .filter(({points}) => new Set(points.map(([at]) => at)).size > 1);
}

function evaluationView(study) {
  const numeric = study.columns.filter((column) => column.kind !== 'text' &&
    study.rows.some((row) => typeof cellOf(row, column).own === 'number'));
  const place = make('div', null);
  // A ratio that somebody else has, too, says most.
  // What it is compared with: a figure of the source, or one of ours in another column.
  const beside = (column) => study.columns.find((each) => each.key === column.beside);
  const otherOf = (row, column) => (beside(column) ? cellOf(row, beside(column)).own : cellOf(row, column).published);
  const compared = (column) => study.rows.some((row) => typeof otherOf(row, column) === 'number');
  const ratios = numeric.filter((column) => column.kind === 'ratio');
  let chosen = (ratios.find(compared) || numeric.find(compared) || ratios[0] || numeric[0] || {}).key;
  function show() {
    const column = numeric.find((each) => each.key === chosen);
    const from = new Set(study.rows.map((row) => cellOf(row, column).from).filter(Boolean));
    const better = {less: '; less is better', more: '; more is better'}[column.better] || '';
    const scaling = scalingSeries(study, column);
    const values = study.rows.map((row) => cellOf(row, column).own).filter((own) => typeof own === 'number' && own > 0);
    const far = values.length > 1 && Math.max(...values) / Math.min(...values) > 100;
    replace(place,
      barPlot({title: `${study.title}: ${column.title}${better}`, label: `${column.title}${column.kind === 'seconds' ? ' [s]' : ''}`,
        ownName: beside(column) ? column.title : 'ours', log: far,
        otherName: beside(column) ? beside(column).title : from.size === 1 ? [...from][0] : 'theirs',
        bars: study.rows.map((row) => {
          const cell = cellOf(row, column);
          return {name: row.input && study.rows.filter((other) => other.name === row.name).length > 1 ? `${row.name}, ${row.input}` : row.name,
            own: cell.own ?? NaN, least: cell.least ?? NaN, most: cell.most ?? NaN, other: otherOf(row, column) ?? NaN};
        })}),
      scaling.length > 0 && linePlot({title: `${column.title} by the size of the input`, x: {label: 'Size of the input', log: true},
        y: {label: column.title, log: true}, series: scaling}));
  }
  if (numeric.length > 0) show();
  const machine = study.machine || {};
  const compilers = study.compilers || {};
  const made = [
    machine.processor && `${machine.processor}, ${plural(machine.processors, 'processor')}, ${machine.memory_gb} GB, ${machine.system}`,
    compilers.ghc && `GHC ${compilers.ghc}`, compilers.cxx, study.deforest && `deforest ${study.deforest.version} (${study.deforest.commit}` +
      `${study.deforest.changed ? ', changed' : ''})`,
    study.rounds > 0 && plural(study.rounds, 'round')].filter(Boolean);
  return [make('h1', {tabindex: -1}, study.title),
    study.source && make('p', null, 'Beside our figures: ', prose(study.source)),
    study.quick && make('p', null, make('strong', null, 'Quick inputs'), ': smaller ones than the source has.'),
    evaluationTable(study),
    (study.notes || []).length > 0 && make('ul', {class: 'note'}, study.notes.map((note) => make('li', null, prose(note)))),
    numeric.length > 0 && [make('h2', null, 'As a plot'),
      make('div', {class: 'controls'}, choice('Column', numeric.map((column) => [column.key, column.title]), chosen,
        (key) => { chosen = key; show(); })), place],
    made.length > 0 && make('p', {class: 'note'}, `Made with ${made.join('; ')}.`)];
}
