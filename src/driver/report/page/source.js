// The source as it was written, in the middle; left of it where the work is done, right of it what was
// decided there. A part of the lines is shown at a time.

const linesAtATime = 250;
const noteKinds = {
  fused: ['✓', 'joined'], not_fused: ['✗', 'not joined'], limit: ['▲', 'limit'],
  left: ['·', 'left as it was'], simplified: ['≡', 'simplified'], cell: ['▣', 'cell'],
  unseen: ['?', 'not seen']};

// By line: the functions that begin there, in `heat` the share of the work that they do.
function functionsByLine(program) {
  const total = program.before.functions.reduce((sum, each) => sum + each.work, 0);
  const byLine = new Map();
  for (const each of program.before.functions) {
    // What the library does is done nowhere in the source.
    if (!each.line || each.library) continue;
    const there = byLine.get(each.line) || {calls: 0, work: 0, names: []};
    there.calls += each.calls;
    there.work += each.work;
    there.names.push(bare(each.says || each.name));
    byLine.set(each.line, there);
  }
  for (const there of byLine.values()) there.heat = total === 0 ? 0 : there.work / total;
  return byLine;
}

// How hot a share of the work is, from 0 to 5.
function levelOf(share) {
  return [0.002, 0.02, 0.06, 0.15, 0.3].filter((least) => share >= least).length;
}

// What there is to say of each line: the function it belongs to, how often it was come by, notes.
function annotate(program) {
  const count = program.source.replace(/\n$/, '').split('\n').length;
  const lines = Array.from({length: count + 1}, () => ({level: 0, notes: []}));
  const functions = functionsByLine(program);
  for (const {first, last} of program.declarations) {
    let level = 0;
    for (let line = first; line <= Math.min(last, count); ++line) {
      const there = functions.get(line);
      if (there) level = levelOf(there.heat);
      lines[line].level = level;
    }
  }
  for (const [line, there] of functions) if (lines[line]) lines[line].functions = there;
  for (const [line, , times, entry, fails] of program.places) {
    const there = lines[line];
    if (!there || (fails && times === 0)) continue;
    there.entry = there.entry || Boolean(entry);
    there.times = Math.max(there.times || 0, times);
  }
  const add = (line, note) => { if (lines[line]) lines[line].notes.push(note); };
  const declined = program.explanation.declined !== '';
  for (const finding of program.explanation.findings) {
    const kind = finding.kind;
    const label = kind === 'fused' && declined ? 'could be joined' : noteKinds[kind][1];
    for (const place of [finding.position, ...finding.also]) add(place.line, {kind, label, finding});
  }
  const seen = new Set();
  for (const root of program.explanation.roots) {
    for (const place of root.unseen) {
      const key = `${place.position.line}:${place.position.column}`;
      if (seen.has(key)) continue;
      seen.add(key);
      add(place.position.line, {kind: 'unseen', label: 'not seen',
        text: place.whole ? 'No input came by this function, so it was left as it is.'
          : `No input came by the branch at column ${place.position.column}, so it was left as it is.`});
    }
  }
  return lines;
}

function noteText(note) {
  if (note.text) return note.text;
  const {finding} = note;
  const share = finding.share >= 0.005 ? ` It takes part in ${percent(finding.share)} of the work.` : '';
  const gone = finding.gone.length > 0 && note.label === 'joined'
    ? ` Not made any more: ${listed(finding.gone.map((type) => '`' + type + '`'))}.` : '';
  return `${sentenceOf({...finding, also: []})}.${gone}${share}`;
}

function sourceSection(program) {
  const lines = annotate(program);
  const words = linesOf(program.source);
  const all = lines.flatMap((line) => line.notes);
  const kinds = Object.keys(noteKinds).filter((kind) => all.some((note) => note.kind === kind));
  const shownKinds = new Set(kinds.filter((kind) => kind !== 'left' || kinds.length === 1));
  let open = all.length <= 10;
  let first = 1;
  const place = make('div', null);
  const pages = make('div', {class: 'pages', role: 'group', 'aria-label': 'Parts of the source'});

  function noteRow(line, notes, id) {
    return make('tr', {class: 'note', id},
      make('td', {colspan: 3}), make('td', {colspan: 2},
        make('ul', null, notes.slice(0, 60).map((note) => make('li', {class: note.kind},
          make('span', {class: 'sort'}, note.label), ' ', prose(noteText(note)))),
        notes.length > 60 && make('li', null, `and ${notes.length - 60} more, which the decisions list`))));
  }

  function lineRows(number) {
    const line = lines[number];
    const notes = line.notes.filter((note) => shownKinds.has(note.kind));
    const {functions} = line;
    const row = make('tr', {class: `heat-${line.level}`, id: `${program.id}-line-${number}`},
      make('th', {scope: 'row', class: 'line', tabindex: -1}, number),
      make('td', {class: 'number', title: functions && `${listed(functions.names.slice(0, 6))}: ` +
          `${plural(functions.work, 'operation')} in ${plural(functions.calls, 'call')}`},
      functions && functions.work > 0 ? percent(functions.heat) : ''),
      make('td', {class: 'number'}, line.times === undefined ? '' : grouped(line.times)),
      make('td', {class: 'code'}, wordsOf(words[number - 1] || [])));
    const cell = make('td', {class: 'notes'});
    row.append(cell);
    if (notes.length === 0) return [row];
    const id = `${program.id}-notes-${number}`;
    const sorts = [...new Set(notes.map((note) => note.kind))];
    const label = sorts.map((kind) => {
      const some = notes.filter((note) => note.kind === kind);
      return `${noteKinds[kind][0]} ${some[0].label}${some.length > 1 ? ` ×${some.length}` : ''}`;
    });
    let below = open ? noteRow(line, notes, id) : null;
    const toggle = button(label.map((text, i) => make('span', {class: sorts[i]}, text, ' ')), () => {
      if (below) { below.remove(); below = null; } else { below = noteRow(line, notes, id); row.after(below); }
      toggle.setAttribute('aria-expanded', String(below !== null));
    }, {'aria-expanded': String(open), 'aria-label': `Line ${number}: ${label.map((text) => text.slice(2)).join(', ')}`});
    cell.append(toggle);
    return below ? [row, below] : [row];
  }

  function show() {
    const last = Math.min(lines.length - 1, first + linesAtATime - 1);
    const rows = [];
    for (let line = first; line <= last; ++line) rows.push(...lineRows(line));
    replace(pages, lines.length - 1 > linesAtATime && [
      button('Previous', () => { first -= linesAtATime; show(); }, {disabled: first === 1}),
      make('span', {class: 'where'}, `lines ${grouped(first)} to ${grouped(last)} of ${grouped(lines.length - 1)}`),
      button('Next', () => { first += linesAtATime; show(); }, {disabled: last === lines.length - 1})]);
    replace(place, scrolling('The source, with work and decisions', make('table', {class: 'source'},
      make('caption', {class: 'hidden'}, `${program.file}, with the share of the work, how often each place ran, and decisions`),
      make('thead', null, make('tr', null, ['Line', 'Work', 'Ran', 'Source', 'Decisions'].map((title, i) =>
        make('th', {scope: 'col', class: i < 3 ? 'number' : ''}, title)))),
      make('tbody', null, rows))));
  }

  // Goes to a line, in whichever part it is.
  program.goToLine = (line) => {
    if (line < 1 || line >= lines.length) return;
    first = Math.floor((line - 1) / linesAtATime) * linesAtATime + 1;
    show();
    const row = document.getElementById(`${program.id}-line-${line}`);
    row.classList.add('wanted');
    row.scrollIntoView({block: 'center'});
    row.firstChild.focus({preventScroll: true});
  };
  program.openNotes = (value) => { const before = open; open = value; show(); return before; };

  show();
  return [
    make('p', {class: 'note'}, 'Colour and “Work”: the share of all matches, calls and allocations of the source that the function which begins there makes itself. ' +
      '“Ran”: how often evaluation came by. All on the inputs above.'),
    make('div', {class: 'controls'},
      checkbox('Open all decisions', open, (value) => { open = value; show(); }),
      kinds.map((kind) => checkbox(`${noteKinds[kind][0]} ${noteKinds[kind][1]}`, shownKinds.has(kind), (value) => {
        if (value) shownKinds.add(kind); else shownKinds.delete(kind);
        show();
      }))),
    make('p', {class: 'legend'}, 'Share of the work: ', ['below 0.2 %', 'to 2 %', 'to 6 %', 'to 15 %', 'to 30 %', 'more'].map((text, i) =>
      make('span', {class: `heat-${i}`}, text))),
    pages, place];
}
