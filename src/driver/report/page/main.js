// Which view is shown. The part behind `#` says: nothing for the overview, `program-3`, `study-0`, with
// a section behind it (`program-3/decisions`), a line (`program-3/source/20`), a step
// (`program-3/steps/4`), a part of one (`program-3/steps/4.2`).

// The records of a table that has the names of their fields once.
function records({fields, rows}) {
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [fields[i], value])));
}

const parsed = new Map();
function data(id) {
  if (!parsed.has(id)) {
    const node = document.getElementById(id);
    const part = node ? JSON.parse(node.textContent) : null;
    if (part && part.explanation) part.explanation.decisions = records(part.explanation.decisions);
    parsed.set(id, part);
  }
  return parsed.get(id);
}

const index = data('index');
const main = document.getElementById('main');
const only = index.programs.length + index.studies.length === 1;
const home = only ? (index.programs.length === 1 ? 'program-0' : 'study-0') : '';
let shown = null;
let current = null;

// Light or dark: as the system has it, or as it is chosen.
const system = matchMedia('(prefers-color-scheme: dark)');
let colours = '';
function paint() {
  document.documentElement.dataset.theme = colours || (system.matches ? 'dark' : 'light');
}
system.addEventListener('change', paint);
paint();

function viewOf(id) {
  if (id === '') return overview(index);
  const found = data(id);
  if (!found) return [make('h1', {tabindex: -1}, 'There is no such part of the report')];
  if (id.startsWith('study-')) return found.kind === 'sweep' ? sweepView(found) : evaluationView(found);
  found.id = id;
  current = found;
  return programView(found);
}

function show(moved) {
  const [id, section, number] = location.hash.slice(1).split('/');
  if (id === 'main' && shown !== null) { main.focus(); return; }
  const wanted = id === '' || id === 'main' ? home : id;
  if (wanted !== shown) {
    shown = wanted;
    current = null;
    replace(main, viewOf(wanted));
    replace(document.getElementById('head'), header());
    window.scrollTo(0, 0);
    const title = main.querySelector('h1');
    document.title = `${title.textContent} – deforest`;
    if (moved && !section) title.focus({preventScroll: true});
  }
  if (!section || !current) return;
  if (section === 'source' && number) { current.goToLine(Number(number)); return; }
  goToSection(current, section);
  if (section === 'steps' && number) current.goToStep(number);
}

function header() {
  const views = [['', 'Overview'], ...index.studies.map((study, i) => [`study-${i}`, study.kind === 'sweep' ? study.name : study.title]),
    ...index.programs.map((program, i) => [`program-${i}`, program.file])];
  return [
    make('span', {class: 'brand'}, 'deforest ', make('span', {class: 'note'}, index.version)),
    !only && make('nav', {'aria-label': 'Views'}, make('a', {href: '#', 'aria-current': shown === '' ? 'page' : null}, 'Overview'),
      choice('Go to', views, shown, (value) => { location.hash = value; })),
    choice('Colours', [['', 'as the system'], 'light', 'dark'], colours, (value) => {
      colours = value;
      paint();
    })];
}

// Paper has no buttons: everything that is closed is opened, and closed again afterwards.
let restore = [];
window.addEventListener('beforeprint', () => {
  restore = [];
  if (current && current.allSteps) restore.push(current.allSteps());
  if (current && current.openNotes) {
    const before = current.openNotes(true);
    restore.push(() => current.openNotes(before));
  }
  for (const each of document.querySelectorAll('main details:not([open])')) {
    each.open = true;
    restore.push(() => { each.open = false; });
  }
});
window.addEventListener('afterprint', () => restore.splice(0).forEach((undo) => undo()));
window.addEventListener('hashchange', () => show(true));
show(false);
