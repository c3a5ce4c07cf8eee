// Haskell as coloured words, and tables of lines of it.

const keywords = new Set(['case', 'of', 'let', 'in', 'if', 'then', 'else', 'data', 'type', 'newtype',
  'where', 'module', 'import', 'deriving', 'class', 'instance', 'do', 'infixl', 'infixr', 'infix']);
const lexeme =
  /\{-[^]*?-\}|--[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\[^\n]+?)'|[A-Za-z_][\w']*#?|\d[\w.]*|[ \t]+|\n|[^]/g;

function classOf(word) {
  if (word.startsWith('--') || word.startsWith('{-')) return 'comment';
  if (word.startsWith('"') || /^'.+'$/.test(word)) return 'string';
  if (/^\d/.test(word)) return 'literal';
  if (/^[A-Z]/.test(word)) return 'constructor';
  if (keywords.has(word)) return 'keyword';
  return '';
}

// Lines of words {text, kind}. A comment over several lines is a word in each.
function linesOf(text) {
  const lines = [[]];
  for (const word of text.replace(/\n$/, '').match(lexeme) || []) {
    const kind = classOf(word);
    word.split('\n').forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== '') lines[lines.length - 1].push({text: part, kind});
    });
  }
  return lines;
}

// The words of a line; those in `marks` are marked with `tag`.
function wordsOf(words, marks, tag) {
  const nodes = [];
  let plain = '';
  const flush = () => { if (plain !== '') nodes.push(plain); plain = ''; };
  words.forEach((word, i) => {
    const marked = marks && marks.has(i);
    if (!marked && word.kind === '') { plain += word.text; return; }
    flush();
    const node = word.kind === '' ? word.text : make('span', {class: word.kind}, word.text);
    nodes.push(marked ? make(tag, null, node) : node);
  });
  flush();
  return nodes;
}

const mostLines = 200;
const signs = {same: ['', ''], removed: ['−', 'removed: '], added: ['+', 'added: ']};

function rowOf(row, numbered) {
  const [sign, said] = signs[row.kind];
  const tag = row.kind === 'added' ? 'ins' : 'del';
  return make('tr', {class: row.kind},
    numbered && make('td', {class: 'line'}, row.before || ''),
    numbered && make('td', {class: 'line'}, row.after || ''),
    make('td', {class: 'sign'}, sign && make('span', {'aria-hidden': 'true'}, sign), said && hidden(said)),
    make('td', {class: 'code'}, wordsOf(row.words, row.marks, tag)));
}

// A difference as a table; `context` equal lines are shown around what changed, the others on demand.
// Long ones come in parts.
function differenceTable(label, rows, numbered, context) {
  const near = rows.map(() => context === undefined);
  rows.forEach((row, i) => {
    if (row.kind === 'same' || context === undefined) return;
    for (let k = Math.max(0, i - context); k <= Math.min(rows.length - 1, i + context); ++k) near[k] = true;
  });
  const shown = [];
  for (let i = 0; i < rows.length;) {
    if (near[i]) { shown.push({row: rows[i]}); ++i; continue; }
    let end = i;
    while (end < rows.length && !near[end]) ++end;
    shown.push({left: rows.slice(i, end)});
    i = end;
  }
  const show = (part) => {
    const body = make('tbody', null);
    for (const each of part) {
      if (each.row) { body.append(rowOf(each.row, numbered)); continue; }
      const cell = make('td', {colspan: numbered ? 4 : 2, class: 'left'});
      const row = make('tr', null, cell);
      let from = 0;
      const more = button(plural(each.left.length, 'equal line'), () => {
        row.before(...each.left.slice(from, from + mostLines).map((line) => rowOf(line, numbered)));
        from += mostLines;
        if (from >= each.left.length) row.remove();
        else more.textContent = `${grouped(each.left.length - from)} more`;
      });
      cell.append(more);
      body.append(row);
    }
    return scrolling(label, make('table', {class: 'lines'},
      make('caption', {class: 'hidden'}, label),
      make('thead', {class: 'hidden'}, make('tr', null,
        numbered && make('th', {scope: 'col'}, 'Line before'),
        numbered && make('th', {scope: 'col'}, 'Line after'),
        make('th', {scope: 'col'}, 'Change'), make('th', {scope: 'col'}, 'Code'))), body));
  };
  return paged(shown, mostLines, 'lines', show);
}

// A function as it is.
function codeBlock(label, text) {
  const lines = linesOf(text);
  return paged(lines, mostLines, 'lines', (part) =>
    make('pre', {class: 'block', tabindex: 0, role: 'group', 'aria-label': label},
      make('code', null, part.map((words, i) => [i > 0 ? '\n' : '', wordsOf(words)]))));
}
