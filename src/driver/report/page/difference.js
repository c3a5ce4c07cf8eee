// The difference of two texts, line by line, and within lines that changed word by word.
//
// What is equal at both ends is set aside; of the rest a longest common subsequence is kept. Where
// that would take too long the middle is taken as replaced as a whole.

const mostCells = 4e6;

// Pairs of indices of equal elements, ascending.
function commonPairs(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) ++start;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { --endA; --endB; }
  const pairs = [];
  for (let i = 0; i < start; ++i) pairs.push([i, i]);
  const rows = endA - start;
  const columns = endB - start;
  if (rows * columns > 0 && rows * columns <= mostCells) {
    const width = columns + 1;
    const length = new Uint32Array((rows + 1) * width);
    for (let i = rows - 1; i >= 0; --i) {
      for (let j = columns - 1; j >= 0; --j) {
        length[i * width + j] = a[start + i] === b[start + j]
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
      }
    }
    for (let i = 0, j = 0; i < rows && j < columns;) {
      if (a[start + i] === b[start + j]) pairs.push([start + i++, start + j++]);
      else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) ++i;
      else ++j;
    }
  }
  for (let i = 0; endA + i < a.length; ++i) pairs.push([endA + i, endB + i]);
  return pairs;
}

// Words that are in one line and not in the other, as sets of indices; null: the lines have too
// little in common to be compared.
function changedWords(a, b) {
  const pairs = commonPairs(a.map((word) => word.text), b.map((word) => word.text));
  const solid = (words) => words.filter((word) => word.text.trim() !== '').length;
  const kept = pairs.filter(([i]) => a[i].text.trim() !== '').length;
  if (2 * kept < 0.4 * (solid(a) + solid(b))) return null;
  const all = (words) => new Set(words.map((_, i) => i).filter((i) => words[i].text.trim() !== ''));
  const left = all(a);
  const right = all(b);
  for (const [i, j] of pairs) { left.delete(i); right.delete(j); }
  return [left, right];
}

const isSpace = (word) => word.text.trim() === '';

// Where the right side of a definition begins; -1: there is none in the line.
function rightSide(line) {
  return line.findIndex((word, i) => word.text === '=' && i > 0 && isSpace(line[i - 1]) &&
    (i + 1 === line.length || isSpace(line[i + 1])));
}

// By line, the operation that it makes, without the names of variables; empty: none.
function operationsOf(lines) {
  const bound = new Set();
  for (const line of lines) {
    for (const word of line.slice(0, Math.max(0, rightSide(line)))) {
      if (/^[a-z_]/.test(word.text) && word.kind === '') bound.add(word.text);
    }
  }
  // A function is no variable of its own.
  if (lines.length > 0 && lines[0].length > 0) bound.delete(lines[0][0].text);
  return lines.map((line) => {
    if (line.some((word, i) => word.text === ':' && i + 1 < line.length && line[i + 1].text === ':')) return '';
    const words = line.slice(rightSide(line) + 1).filter((word) => !isSpace(word) && !['let', 'in'].includes(word.text));
    return words.map((word) => (bound.has(word.text) ? '_' : word.text)).join(' ');
  });
}

// Of functions, and of the one that is made of them, rows as below: marked are the lines whose
// operations the other side does not have.
function joinedRows(befores, after) {
  const texts = [...befores, after].map(linesOf);
  const operations = texts.map(operationsOf);
  const count = (list) => {
    const counts = new Map();
    for (const each of list) counts.set(each, (counts.get(each) || 0) + 1);
    return counts;
  };
  const rowsOf = (i, kind, others) => texts[i].map((words, k) => {
    const operation = operations[i][k];
    const left = others.get(operation) || 0;
    if (operation !== '') others.set(operation, left - 1);
    return {kind: operation === '' || left > 0 ? 'same' : kind, words};
  });
  const last = texts.length - 1;
  const made = count(operations[last]);
  return [befores.map((_, i) => rowsOf(i, 'removed', made)),
    rowsOf(last, 'added', count(operations.slice(0, last).flat()))];
}

// Rows {kind: 'same' | 'removed' | 'added', words, marks, before, after}: `before` and `after` are
// numbers of lines, from 1.
function difference(before, after) {
  const textOf = (line) => line.map((word) => word.text).join('');
  const rows = [];
  let i = 0;
  let j = 0;
  function replaced(toI, toJ) {
    const removed = [];
    const added = [];
    for (; i < toI; ++i) removed.push({kind: 'removed', words: before[i], before: i + 1});
    for (; j < toJ; ++j) added.push({kind: 'added', words: after[j], after: j + 1});
    for (let k = 0; k < Math.min(removed.length, added.length); ++k) {
      const words = changedWords(removed[k].words, added[k].words);
      if (words) [removed[k].marks, added[k].marks] = words;
    }
    rows.push(...removed, ...added);
  }
  for (const [m, n] of commonPairs(before.map(textOf), after.map(textOf))) {
    replaced(m, n);
    rows.push({kind: 'same', words: after[j], before: ++i, after: ++j});
  }
  replaced(before.length, after.length);
  return rows;
}
