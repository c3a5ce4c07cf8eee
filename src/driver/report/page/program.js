// All there is on one program, a section for each question.

const sections = [
  ['summary', 'In short', summarySection],
  ['source', 'The source', sourceSection],
  ['steps', 'Step by step', stepsSection],
  ['result', 'The result', resultSection],
  ['calls', 'Calls', callsSection],
  ['decisions', 'Decisions', decisionsSection]];

function goToSection(program, name) {
  const heading = document.getElementById(`${program.id}-${name}`);
  if (!heading) return;
  heading.scrollIntoView();
  heading.focus({preventScroll: true});
}

function programView(program) {
  if (program.error) {
    return [make('h1', {tabindex: -1}, make('code', null, program.file)),
      make('p', null, make('strong', null, 'This program was not transformed.'), ' What the compiler said:'),
      make('pre', {class: 'block', tabindex: 0, role: 'group', 'aria-label': 'Message'}, program.error)];
  }
  const shown = sections.filter(([name]) => name !== 'source' || program.source !== '');
  return [make('h1', {tabindex: -1}, make('code', null, program.file)),
    make('nav', {class: 'contents', 'aria-label': 'Sections'}, make('ul', null, shown.map(([name, title]) =>
      make('li', null, make('a', {href: `#${program.id}/${name}`}, title))))),
    shown.map(([name, title, build]) => make('section', {'aria-labelledby': `${program.id}-${name}`},
      make('h2', {id: `${program.id}-${name}`, tabindex: -1}, title), build(program)))];
}
