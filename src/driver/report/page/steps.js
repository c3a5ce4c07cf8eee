// The derivation: the functions before and after each step, with what was rewritten marked.

const changesAtATime = 6;

// The program before every step, as a map from names to texts, made when it is asked for.
function stateBefore(derivation, step) {
  const state = new Map();
  const apply = (changes) => {
    for (const change of changes) {
      if (change.after === undefined) state.delete(change.function);
      else state.set(change.function, change.after);
    }
  };
  apply(derivation.start);
  for (let i = 0; i < step; ++i) apply(derivation.steps[i].changes);
  return state;
}

// What a change is: joined of several, new, rewritten, or gone.
function sortOf(change) {
  if (change.after === undefined) return 'gone';
  if (change.from && change.from.some((name) => name !== change.function)) return 'joined';
  return change.before === undefined ? 'new' : 'rewritten';
}

const sortNames = {
  joined: ['made of others', 'made of others'], rewritten: ['rewritten', 'rewritten'],
  new: ['new', 'new'], gone: ['gone', 'gone']};

function changeCounts(changes) {
  const parts = [];
  for (const sort of ['joined', 'rewritten', 'new', 'gone']) {
    const count = changes.filter((change) => sortOf(change) === sort).length;
    if (count > 0) parts.push(`${count} ${sortNames[sort][0]}`);
  }
  return parts.join(', ');
}

function changeCard(derivation, change, state) {
  const text = (index) => derivation.texts[index];
  const name = make('code', null, change.function);
  const sort = sortOf(change);
  const block = (label, index) => codeBlock(label, text(index));
  const pane = (label, rows) => differenceTable(label, rows, false);
  if (sort === 'joined') {
    const sources = change.from.filter((each) => state.has(each));
    const [before, after] = joinedRows(sources.map((each) => text(state.get(each))), text(change.after));
    return make('article', {class: 'change'},
      make('h4', null, name, make('span', {class: 'sort'}, ' made of others: '), prose(change.calls || '')),
      make('p', {class: 'note'}, 'Marked: operations before that are not made after, and those that are new. Variables may have other names.'),
      make('div', {class: 'panes'},
        make('div', null, make('h5', null, 'Before'), sources.slice(0, 8).map((each, i) =>
          pane(`${each} before`, before[i])),
        sources.length > 8 && make('p', null, `and ${sources.length - 8} others: ${sources.slice(8).join(', ')}`)),
        make('div', null, make('h5', null, 'After'), pane(`${change.function} after`, after))));
  }
  if (sort === 'rewritten') {
    return make('article', {class: 'change'},
      make('h4', null, name, make('span', {class: 'sort'}, ' rewritten')),
      differenceTable(`${change.function}, what was rewritten`,
        difference(linesOf(text(change.before)), linesOf(text(change.after))), false, 3));
  }
  return make('article', {class: 'change'},
    make('h4', null, name, make('span', {class: 'sort'}, ` ${sort}`)),
    sort === 'new' ? block(`${change.function}, new`, change.after)
      : make('details', null, make('summary', null, 'Its last text'), block(`${change.function}, gone`, change.before)));
}

// The decisions that were made in a step of fusion.
function decisionsIn(program, step) {
  if (step.fusion === undefined) return null;
  const made = program.explanation.decisions.filter((each) => each.run === step.fusion &&
    ['fuse', 'tuple', 'cut-off', 'leave'].includes(each.kind));
  if (made.length === 0) return null;
  const taken = made.filter((each) => each.taken).length;
  return make('p', null, `${plural(taken, 'join')} made and ${grouped(made.length - taken)} refused in this step: `,
    button('show them', () => program.showDecisions(String(step.fusion))), '.');
}

// Where one can stop: at each step, and, of a step of fusion that made several functions of others, at
// each of these, in the order in which they were derived. `part` is null at the step itself.
function stationsOf(derivation) {
  const stations = [{step: 0, part: null}];
  derivation.steps.forEach((step, i) => {
    stations.push({step: i + 1, part: null});
    const joined = step.changes.filter((change) => sortOf(change) === 'joined');
    if (joined.length > 1 || (joined.length === 1 && step.changes.length > 1)) {
      joined.forEach((change, k) => stations.push({step: i + 1, part: k + 1, change}));
    }
  });
  return stations;
}

const stationNumber = ({step, part}) => (part === null ? String(step) : `${step}.${part}`);

// Decisions with their places and reasons, under a heading; nothing if there are none.
function decisionList(program, title, decisions) {
  if (decisions.length === 0) return null;
  return [make('h5', null, title), paged(decisions, 20, 'decisions', (some) =>
    make('ul', {class: 'made'}, some.map((each) => make('li', null,
      make('span', {class: each.taken ? 'fused' : 'not_fused'}, each.taken ? '✓ ' : '✗ ', hidden(each.taken ? 'taken: ' : 'refused: ')),
      make('code', null, each.subject), ': ', prose(each.reason), ' (', lineLink(program, each.position.line), ')'))))];
}

// One function that fusion made: of which calls, where these met, and what was decided in its body.
function partContent(program, station) {
  const {derivation} = program;
  const step = derivation.steps[station.step - 1];
  const {change} = station;
  const made = program.explanation.decisions.filter((each) => each.run === step.fusion);
  return [changeCard(derivation, change, stateBefore(derivation, station.step - 1)),
    decisionList(program, 'Where its calls met', made.filter((each) => each.taken && each.becomes === change.function)),
    decisionList(program, 'What was decided in its body', made.filter((each) => each.function === change.function))];
}

function stepContent(program, number) {
  const {derivation} = program;
  if (number === 0) {
    return [make('p', null, 'The program as the compiler reads it: every step of evaluation has a name.'),
      paged(derivation.start, changesAtATime, 'functions', (part) => part.map((change) =>
        make('article', {class: 'change'}, make('h4', null, make('code', null, change.function)),
          codeBlock(change.function, derivation.texts[change.after]))))];
  }
  const step = derivation.steps[number - 1];
  const state = stateBefore(derivation, number - 1);
  const order = ['joined', 'rewritten', 'new', 'gone'];
  const changes = [...step.changes].sort((a, b) => order.indexOf(sortOf(a)) - order.indexOf(sortOf(b)));
  return [decisionsIn(program, step),
    paged(changes, changesAtATime, 'changes', (part) =>
      part.map((change) => changeCard(derivation, change, state)))];
}

function stepTitle(derivation, number) {
  if (number === 0) return `As read: ${plural(derivation.start.length, 'function')}, size ${grouped(derivation.size)}`;
  const step = derivation.steps[number - 1];
  return `${step.pass}: ${changeCounts(step.changes)}`;
}

function stepsSection(program) {
  const {derivation} = program;
  const last = derivation.steps.length;
  const stations = stationsOf(derivation);
  const at = (step) => stations.findIndex((each) => each.step === step && each.part === null);
  // The first step of fusion is what people come for.
  const fusion = derivation.steps.findIndex((step) => step.fusion !== undefined) + 1;
  let current = 0;
  const heading = make('h3', {tabindex: -1});
  const content = make('div', null);
  const list = make('ol', {start: 0, class: 'ladder', 'aria-label': 'Steps'});
  const stationTitle = (station) => (station.part === null ? stepTitle(derivation, station.step)
    : station.change.function);
  const items = stations.map((station, i) => button(
    station.part === null ? stationTitle(station) : `${stationNumber(station)} ${station.change.function}`, () => go(i), {tabindex: -1}));
  // The parts of a step are there while one is at that step.
  const parts = new Map();
  stations.forEach((station, i) => {
    if (station.part === null) {
      list.append(make('li', null, items[i]));
      return;
    }
    if (!parts.has(station.step)) {
      parts.set(station.step, make('ol', {class: 'parts', 'aria-label': `Parts of step ${station.step}`}));
      list.lastChild.append(parts.get(station.step));
    }
    parts.get(station.step).append(make('li', null, items[i]));
  });
  const back = button('← Previous', () => go(current - 1));
  const on = button('Next →', () => go(current + 1));

  function go(to, quiet) {
    const next = Math.max(0, Math.min(stations.length - 1, to));
    items[current].removeAttribute('aria-current');
    items[current].tabIndex = -1;
    current = next;
    items[current].setAttribute('aria-current', 'step');
    items[current].tabIndex = 0;
    const station = stations[current];
    for (const [step, place] of parts) place.hidden = step !== station.step;
    // A button that is disabled would lose the focus.
    back.setAttribute('aria-disabled', String(current === 0));
    on.setAttribute('aria-disabled', String(current === stations.length - 1));
    const step = derivation.steps[station.step - 1];
    heading.textContent = `Step ${stationNumber(station)} of ${last}: ${stationTitle(station)}`;
    replace(content, station.part !== null ? partContent(program, station) : [
      step && make('p', {class: 'note'}, `${step.description[0].toUpperCase()}${step.description.slice(1)}. ` +
        `Then there are ${plural(step.functions, 'function')}, of size ${grouped(step.size)}.`),
      stepContent(program, station.step)]);
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = items[current].offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    if (!quiet) announce(heading.textContent);
  }

  function keys(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest('input, select, .scroll, pre')) return;
    const inList = list.contains(event.target);
    const {step, part} = stations[current];
    const to = {ArrowRight: current + 1, ArrowLeft: current - 1, ...(inList && {
      ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: at(last),
      PageDown: at(Math.min(last, step + 1)), PageUp: at(part === null ? Math.max(0, step - 1) : step)})}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
    if (inList) items[current].focus();
  }

  // `4`, or `4.2` for its second part.
  program.goToStep = (number) => go(Math.max(0, stations.findIndex((each) => stationNumber(each) === number)));
  // On paper all steps stand one below the other.
  program.allSteps = () => {
    const pages = [];
    let cards = 0;
    for (let i = 1; i <= last && cards < 400; ++i) {
      const state = stateBefore(derivation, i - 1);
      const step = derivation.steps[i - 1];
      cards += step.changes.length;
      pages.push(make('section', null, make('h3', null, `Step ${i} of ${last}: ${stepTitle(derivation, i)}`),
        step.changes.map((change) => changeCard(derivation, change, state))));
    }
    const before = [...content.childNodes];
    const title = heading.textContent;
    heading.textContent = '';
    replace(content, pages);
    return () => { heading.textContent = title; replace(content, before); };
  };

  go(at(fusion), true);
  return [
    make('p', {class: 'note'}, `${plural(derivation.runs, 'pass', 'passes')} ran; ${grouped(last)} of them changed the program. ` +
      'The arrow keys go from step to step, and in a step of fusion from function to function; Page Up and Page Down go by whole steps.'),
    make('div', {class: 'viewer', role: 'group', 'aria-label': 'Derivation', onkeydown: keys},
      list,
      make('div', {class: 'step'},
        make('div', {class: 'pages'}, back, on),
        heading, content))];
}

// What is written, beside the source.
function resultSection(program) {
  if (program.source === '') return [codeBlock('The result', program.result)];
  if (program.source === program.result) {
    return [make('p', null, 'What comes out is the source, byte for byte.')];
  }
  return [
    make('p', {class: 'note'}, 'The Haskell that is written, beside the source: what is not improved keeps its text.'),
    differenceTable('Source and result', difference(linesOf(program.source), linesOf(program.result)), true, 3)];
}
