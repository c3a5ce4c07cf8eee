// What became of a program in plain words: first what it came to, then for each root what was joined,
// what was not and why.

const counted = ['matches', 'calls', 'allocations'];

function totals(explanation) {
  const sum = {before: {}, after: {}};
  for (const name of counted) {
    sum.before[name] = 0;
    sum.after[name] = 0;
    for (const root of explanation.roots) {
      if (!root.counted) continue;
      sum.before[name] += root.before[name];
      sum.after[name] += root.after[name];
    }
  }
  return sum;
}

function verdictOf(explanation) {
  const fused = explanation.roots.some((root) => root.fused.length > 0);
  const refused = explanation.roots.some((root) => root.not_fused.length > 0);
  if (explanation.declined !== '' || !fused) return 'Nothing was fused';
  return refused ? 'Fused in part' : 'Fused';
}

function sentenceOf(finding) {
  let text = `${finding.subject}: ${finding.text}`;
  if (finding.limit) text += ` (${finding.limit})`;
  if (finding.also.length > 0) text += ` (${finding.also.length + 1} places)`;
  return text;
}

function lineLink(program, line) {
  if (!program.source) return `line ${line}`;
  return make('a', {class: 'place', href: `#${program.id}/source/${line}`}, `line ${line}`);
}

function findingList(program, findings, most) {
  const item = (finding) => make('li', null, prose(sentenceOf(finding)), ' — ',
    lineLink(program, finding.position.line),
    finding.share >= 0.005 && `, ${percent(finding.share)} of the work`);
  const shown = findings.length > most + 1 ? most : findings.length;
  const list = make('ul', null, findings.slice(0, shown).map(item));
  if (shown === findings.length) return list;
  const more = make('li', null, button(`${findings.length - shown} more`, () => {
    more.replaceWith(...findings.slice(shown, shown + 200).map(item));
  }));
  list.append(more);
  return list;
}

function inputsOf(root, explanation) {
  const {given, generated, examples} = root.inputs;
  const parts = [];
  if (given > 0) parts.push(`${plural(given, 'sample')} of yours`);
  if (generated > 0) parts.push(plural(generated, 'generated input'));
  let text = `Counted on ${listed(parts) || 'itself'}`;
  if (explanation.smaller_numbers) text += ', cut short: with smaller numbers, or without outputs that take long';
  if (examples.length > 0) text += `, such as ${listed(examples.map((each) => '`' + each + '`'))}`;
  return prose(text + '.');
}

function rootSummary(program, root) {
  const {explanation} = program;
  const unseen = root.unseen.slice(0, 12);
  const declined = explanation.declined !== '';
  return make('details', {class: 'root', open: explanation.roots.length <= 4},
    make('summary', null, make('code', null, root.name), ' — ',
      root.counted
        ? listed(counted.map((name) => changeOf(name, root.before[name], root.after[name])))
        : `not counted, because ${root.uncounted}`),
    root.counted && make('p', null, inputsOf(root, explanation)),
    !root.counted && make('p', null, 'To have it counted, put a comment with a typical call into the source: ',
      make('code', null, `-- deforest: sample ${root.name} ...`)),
    root.fused.length > 0 && [make('h4', null, declined ? 'Could be joined' : 'Joined'),
      findingList(program, root.fused, 5)],
    root.not_fused.length > 0 && [make('h4', null, 'Not joined, and why'),
      findingList(program, root.not_fused, 5)],
    root.counted && root.fused.length + root.not_fused.length === 0 && make('p', null,
      'Nothing to fuse: no tree is made only to be taken apart, and no two functions visit the same tree.'),
    root.counted && unseen.length > 0 && [make('h4', null, 'Seen by no input, so left as it is'),
      make('ul', null, unseen.map((place) => make('li', null,
        place.whole ? 'all of ' : 'a branch of ', make('code', null, place.declaration), ' — ',
        lineLink(program, place.position.line))),
      root.unseen.length > unseen.length &&
        make('li', null, `and ${plural(root.unseen.length - unseen.length, 'other place')}`))]);
}

function summarySection(program) {
  const {explanation} = program;
  const {before, after} = explanation.tokens;
  const sum = totals(explanation);
  const roots = explanation.roots;
  const some = roots.filter((root) => root.counted).length;
  const bar = (name) => {
    const width = sum.before[name] === 0 ? 0 : Math.min(100, 100 * sum.after[name] / sum.before[name]);
    return make('span', {class: 'bar', 'aria-hidden': 'true'},
      make('span', {style: `width: ${width.toFixed(1)}%`}));
  };
  return [
    make('p', {class: 'verdict'}, make('strong', null, verdictOf(explanation)), '. ',
      some > 0 && ['On the inputs it was counted on, the result makes ',
        listed(counted.map((name) => changeOf(name, sum.before[name], sum.after[name]))), '. '],
      before > 0 && ['As Haskell it has ', plural(after, 'token'),
        after === before ? ', as the source has.'
          : `, ${(after / before).toFixed(2)} times the ${grouped(before)} of the source.`]),
    explanation.declined !== '' && make('p', null, prose(explanation.declined[0].toUpperCase() +
      explanation.declined.slice(1) + '.')),
    make('p', null, program.natural
      ? 'The transformation came to its end by itself: no limit stopped it.'
      : 'A limit stopped the transformation somewhere; the decisions say where, and which option would lift it.'),
    some > 0 && scrolling('Counts', table('Counts over all roots and inputs', [
      {title: 'What', cell: (name) => name[0].toUpperCase() + name.slice(1)},
      {title: 'Source', number: true, cell: (name) => grouped(sum.before[name])},
      {title: 'Result', number: true, cell: (name) => grouped(sum.after[name])},
      {title: 'Change', number: true, cell: (name) => change(sum.before[name], sum.after[name])},
      {title: 'Result beside source', cell: bar}], counted)),
    make('h3', null, roots.length === 1 ? 'The root' : `The ${roots.length} roots`),
    make('p', {class: 'note'}, 'A root is a function that others may call: it keeps its name, its type and its meaning.'),
    paged(roots, 40, 'roots', (part) => part.map((root) => rootSummary(program, root))),
    program.settings.length > 1 && settingsTable(program.settings)];
}

function settingsTable(settings) {
  return make('details', null, make('summary', null, `${settings.length} settings were tried`),
    scrolling('Settings', table('Settings, and what each came to', [
      {title: 'Setting', cell: (each) => each.name},
      {title: 'Taken', cell: (each) => (each.taken ? 'taken' : '')},
      {title: 'Cost', number: true, cell: (each) => percent(each.cost)},
      {title: 'Matches', number: true, cell: (each) => grouped(each.matches)},
      {title: 'Allocations', number: true, cell: (each) => grouped(each.allocations)},
      {title: 'Size', number: true, cell: (each) => grouped(each.size)},
      {title: 'Refused, because', cell: (each) => prose(each.refusal)}], settings)));
}
