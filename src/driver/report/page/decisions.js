// Every decision, with its reason, to be filtered.

function decisionsSection(program) {
  const all = program.explanation.decisions;
  const filter = {text: '', kind: '', outcome: '', limit: '', run: ''};
  const place = make('div', null);
  const count = make('p', {class: 'note', role: 'status'});
  const values = (field) => [...new Set(all.map((each) => each[field]))].sort();
  const controls = make('div', {class: 'controls'});

  function matches(each) {
    const {text, kind, outcome, limit, run} = filter;
    if (kind !== '' && each.kind !== kind) return false;
    if (outcome !== '' && each.taken !== (outcome === 'taken')) return false;
    if (limit !== '' && each.limit !== limit) return false;
    if (run !== '' && String(each.run) !== run) return false;
    const words = text.toLowerCase();
    return words === '' || [each.subject, each.function, each.reason, each.becomes].some((field) =>
      field.toLowerCase().includes(words));
  }

  function show() {
    const found = all.filter(matches);
    count.textContent = `${plural(found.length, 'decision')} of ${grouped(all.length)}`;
    replace(place, found.length > 0 && paged(found, 50, 'decisions', (part) =>
      scrolling('Decisions', table('Decisions, in the order in which they were made', [
        {title: 'Place', cell: (each) => lineLink(program, each.position.line)},
        {title: 'Kind', cell: (each) => each.kind},
        {title: 'Outcome', cell: (each) => make('span', {class: each.taken ? 'fused' : 'not_fused'}, each.taken ? '✓ taken' : '✗ refused')},
        {title: 'What', cell: (each) => make('code', null, each.subject)},
        {title: 'In', cell: (each) => make('code', null, each.function)},
        {title: 'Reason', cell: (each) => [prose(each.reason), each.becomes && [' becomes ', make('code', null, each.becomes)]]},
        {title: 'Limit', cell: (each) => make('code', null, each.limit)}], part, {class: 'decisions'}))));
  }

  function set(field) { return (value) => { filter[field] = value; show(); }; }
  function build() {
    const any = (field, text) => [['', text], ...values(field).filter((each) => each !== '').map((each) => [String(each), String(each)])];
    const runs = [['', 'all'], ...values('run').map((run) => [String(run), `run ${run + 1} of fuse`])];
    replace(controls,
      searchField('Contains', set('text')),
      choice('Kind', any('kind', 'all'), filter.kind, set('kind')),
      choice('Outcome', [['', 'all'], 'taken', 'refused'], filter.outcome, set('outcome')),
      values('limit').length > 1 && choice('Limit', any('limit', 'any or none'), filter.limit, set('limit')),
      runs.length > 2 && choice('Step', runs, filter.run, set('run')));
  }
  program.showDecisions = (run) => {
    Object.assign(filter, {text: '', kind: '', outcome: '', limit: '', run});
    build();
    show();
    goToSection(program, 'decisions');
  };
  build();
  show();
  return [controls, count, place];
}
