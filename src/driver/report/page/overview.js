// What is on the page: studies and programs.

function studyList(index) {
  return make('ul', null, index.studies.map((study, i) => make('li', null,
    make('a', {href: `#study-${i}`}, study.kind === 'sweep' ? `Sweep ${study.name}` : study.title),
    study.kind === 'sweep' ? `: ${plural(study.points, 'point')} of ${plural(study.programs, 'program')}`
      : `: ${plural(study.rows, 'row')}`)));
}

const programOrders = {
  file: ['the order of the report', null],
  saved: ['what is saved most', (each) => (each.error ? 2 : ratioOf(each, 'matches'))],
  growth: ['what grows most', (each) => (each.error ? 0 : -growthOf(each))],
  refused: ['what is refused most', (each) => (each.error ? 0 : -each.notFused)]};

const ratioOf = (each, name) => (each.before[name] === 0 ? 1 : each.after[name] / each.before[name]);
const growthOf = (each) => (each.tokens[0] === 0 ? 1 : each.tokens[1] / each.tokens[0]);

function programTable(index) {
  const filter = {text: '', outcome: '', order: 'file'};
  const place = make('div', null);
  const count = make('p', {class: 'note', role: 'status'});
  const all = index.programs.map((each, i) => ({...each, id: `program-${i}`}));
  const outcomeOf = (each) => (each.error ? 'not transformed' : each.declined !== '' || each.fused === 0
    ? 'nothing fused' : each.notFused > 0 ? 'fused in part' : 'fused');
  function show() {
    const words = filter.text.toLowerCase();
    const found = all.filter((each) => each.file.toLowerCase().includes(words) &&
      (filter.outcome === '' || outcomeOf(each) === filter.outcome));
    const [, key] = programOrders[filter.order];
    if (key) found.sort((a, b) => key(a) - key(b));
    count.textContent = `${plural(found.length, 'program')} of ${grouped(all.length)}`;
    const changed = (name) => (each) => (each.error || each.counted === 0 ? '' : change(each.before[name], each.after[name]));
    replace(place, found.length > 0 && paged(found, 100, 'programs', (part) => scrolling('Programs', table('Programs', [
      {title: 'Program', cell: (each) => make('a', {href: `#${each.id}`}, each.file)},
      {title: 'Outcome', cell: outcomeOf},
      {title: 'Joined', number: true, cell: (each) => (each.error ? '' : grouped(each.fused))},
      {title: 'Not joined', number: true, cell: (each) => (each.error ? '' : grouped(each.notFused))},
      {title: 'Matches', number: true, cell: changed('matches')},
      {title: 'Calls', number: true, cell: changed('calls')},
      {title: 'Allocations', number: true, cell: changed('allocations')},
      {title: 'Tokens', number: true, cell: (each) => (each.error || each.tokens[0] === 0 ? '' : `${growthOf(each).toFixed(2)}×`)},
      {title: 'Limits', number: true, cell: (each) => (each.error ? '' : grouped(each.cutOffs))}], part))));
  }
  const set = (field) => (value) => { filter[field] = value; show(); };
  show();
  return [make('div', {class: 'controls'},
    searchField('Name contains', set('text')),
    choice('Outcome', [['', 'all'], ...new Set(all.map(outcomeOf))], '', set('outcome')),
    choice('Order', Object.entries(programOrders).map(([key, [text]]) => [key, text]), 'file', set('order'))), count, place];
}

function overview(index) {
  const {programs, studies} = index;
  const good = programs.filter((each) => !each.error && each.counted > 0);
  const most = [...good].map((each) => ({name: each.file.replace(/^.*\//, ''), own: ratioOf(each, 'matches')}))
    .sort((a, b) => a.own - b.own);
  return [make('h1', {tabindex: -1}, 'Report'),
    studies.length > 0 && [make('h2', null, 'Studies'), studyList(index)],
    programs.length > 0 && [make('h2', null, 'Programs'), programTable(index)],
    good.length > 1 && [make('h2', null, 'Matches that are left'),
      barPlot({title: 'Matches of the result over those of the source, on the inputs each was counted on',
        label: 'Result over source', ownName: 'result over source', otherName: '',
        bars: most.map((each) => ({...each, least: NaN, most: NaN, other: NaN}))})]];
}
