// Elements. They are made here and nowhere else, and always from text: nothing that stands in a
// program, a path or a message is ever read as markup.

const svgSpace = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else node.setAttribute(name, String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

const make = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

const draw = (tag, attributes, ...children) =>
  fill(document.createElementNS(svgSpace, tag), attributes, children);

function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

// Numbers of elements that labels refer to.
let identities = 0;
const identity = (prefix) => `${prefix}-${++identities}`;

// Says something to screen readers, and to them alone.
const hidden = (text) => make('span', {class: 'hidden'}, text);
function announce(text) {
  document.getElementById('status').textContent = text;
}

const button = (text, action, attributes) =>
  make('button', {type: 'button', onclick: action, ...attributes}, text);

// A choice among values: [value, text], or a word that is both.
function choice(label, values, selected, action) {
  const id = identity('choice');
  const select = make('select', {id, onchange: () => action(select.value)},
    values.map((each) => {
      const [value, text] = Array.isArray(each) ? each : [each, each];
      return make('option', {value, selected: String(value) === String(selected)}, text);
    }));
  return make('span', {class: 'control'}, make('label', {for: id}, label), select);
}

function searchField(label, action) {
  const id = identity('search');
  const input = make('input', {id, type: 'search', oninput: () => action(input.value)});
  return make('span', {class: 'control'}, make('label', {for: id}, label), input);
}

function checkbox(label, checked, action) {
  const box = make('input', {type: 'checkbox', checked, onchange: () => action(box.checked)});
  return make('label', {class: 'check'}, box, label);
}

// What is wider than the page scrolls by itself, with the keyboard too.
const scrolling = (label, ...children) =>
  make('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label}, ...children);

// A table. Columns: {title, number, cell: row => content}.
function table(caption, columns, rows, attributes) {
  return make('table', attributes,
    make('caption', null, caption),
    make('thead', null, make('tr', null, columns.map((column) =>
      make('th', {scope: 'col', class: column.number && 'number'}, column.title)))),
    make('tbody', null, rows.map((row) => make('tr', null, columns.map((column, i) =>
      make(i === 0 ? 'th' : 'td', {scope: i === 0 && 'row', class: column.number && 'number'},
        column.cell(row)))))));
}

// Of many rows, so many at a time: `show(rows)` makes what shows some of them. No page ever holds
// thousands of rows at once.
function paged(rows, size, name, show) {
  const place = make('div', null);
  const label = make('span', {class: 'where'});
  let first = 0;
  const back = button('Previous', () => go(first - size));
  const on = button('Next', () => go(first + size));
  function go(to) {
    first = Math.max(0, Math.min(to, Math.floor(Math.max(0, rows.length - 1) / size) * size));
    const last = Math.min(rows.length, first + size);
    label.textContent = `${name} ${grouped(first + 1)} to ${grouped(last)} of ${grouped(rows.length)}`;
    back.disabled = first === 0;
    on.disabled = last === rows.length;
    replace(place, show(rows.slice(first, last)));
  }
  go(0);
  if (rows.length <= size) return place;
  return make('div', null,
    make('div', {class: 'pages', role: 'group', 'aria-label': `Pages of ${name}`}, back, label, on),
    place);
}
