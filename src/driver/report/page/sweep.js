// A sweep: how size, counts and times depend on a setting.

const measures = [
  ['visits', 'Visits'], ['cases', 'Matches'], ['calls', 'Calls'], ['allocations', 'Allocations'],
  ['held', 'Most cells held'], ['tokens', 'Tokens of the result'], ['size', 'Size (bindings)'],
  ['functions', 'Functions'], ['seconds', 'Seconds of the transformation'],
  ['haskell', 'Seconds of the result by GHC'], ['exe', 'Seconds of the result in C++']];
const ofSource = new Set(['tokens', 'size', 'functions']);

// What a point measures: {before, after}; null: nothing. Without `before` there is no ratio.
function measured(study, point, measure) {
  if (point.outcome !== 'done') return null;
  if (measure === 'seconds') return {after: point.seconds};
  if (measure === 'haskell' || measure === 'exe') {
    const after = point.times && point.times[measure];
    return after === undefined ? null : {after};
  }
  if (ofSource.has(measure)) {
    const source = study.programs[point.program];
    return {before: source && source[measure], after: point[measure]};
  }
  const pair = point.counts && point.counts[measure];
  return pair ? {before: pair[0], after: pair[1]} : null;
}

function quantile(sorted, share) {
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

const isNumber = (text) => text !== '' && Number.isFinite(Number(text));

function sweepView(study) {
  const {axes, points} = study;
  const there = measures.filter(([key]) => points.some((point) => measured(study, point, key)));
  const wide = axes.filter((axis) => axis.values.length > 1);
  const numeric = axes.filter((axis) => axis.values.every(isNumber));
  const state = {
    program: '', measure: (there.find(([key]) => key === 'visits') || there[0] || ['tokens'])[0],
    axis: ((numeric.find((axis) => axis.values.length > 1) || axes[0]) || {}).option, split: '', fixed: {}};
  for (const axis of axes) state.fixed[axis.option] = axis.values[axis.values.length - 1];
  const other = wide.find((axis) => axis.option !== state.axis);
  if (other) state.split = other.option;
  const controls = make('div', {class: 'controls'});
  const place = make('div', null);
  const programs = study.programs.map((each, i) => [String(i), each.program]);
  const measureName = () => there.find(([key]) => key === state.measure)[1];

  // The points with these settings, of one program or of all.
  const pick = (settings) => points.filter((point) => (state.program === '' || point.program === Number(state.program)) &&
    Object.entries(settings).every(([option, value]) => point.settings[option] === value));

  function ratios(chosen) {
    return chosen.map((point) => measured(study, point, state.measure)).filter(Boolean)
      .map(({before, after}) => (before === undefined ? after : before > 0 ? after / before : null))
      .filter((value) => value !== null).sort((a, b) => a - b);
  }

  function seriesOf(axis, split, value) {
    const settings = {...state.fixed};
    if (split !== '') settings[split] = value;
    const name = split === '' ? '' : `${split} ${value}`;
    const at = (place, i) => (isNumber(place) ? Number(place) : i);
    const along = (number) => axis.values.map((each, i) => {
      const found = pick({...settings, [axis.option]: each});
      const y = number(found);
      return [at(each, i), y, `${axis.option} ${each}: ${short(y)}`];
    });
    if (state.program !== '') {
      return [{name: name || study.programs[state.program].program, points: along((found) => {
        const value = found.length > 0 ? measured(study, found[0], state.measure) : null;
        return value ? value.after : NaN;
      })}];
    }
    const quantileAt = (share) => (found) => {
      const list = ratios(found);
      return list.length === 0 ? NaN : quantile(list, share);
    };
    if (split !== '') return [{name: `${name}, median`, points: along(quantileAt(0.5))}];
    return [{name: 'median', points: along(quantileAt(0.5))}, {name: 'lower quartile', points: along(quantileAt(0.25))},
      {name: 'upper quartile', points: along(quantileAt(0.75))}, {name: 'highest', points: along(quantileAt(1))}];
  }

  function scaling() {
    const settings = {...state.fixed};
    const own = pick(settings)[0];
    if (state.program === '' || !own || !own.byInput || own.byInput.length < 2) return null;
    const known = own.byInput.filter(Boolean).sort((a, b) => a[0] - b[0]);
    const title = Object.entries(settings).map(([option, value]) => `${option} ${value}`).join(', ');
    return linePlot({title: `Matches by the size of the input (${title})`, x: {label: 'Matches of the source on the input', log: true},
      y: {label: 'Matches', log: true}, series: [{name: 'result', points: known},
        {name: 'source', points: known.map(([source]) => [source, source]), plain: true}]});
  }

  function cutOffBars() {
    const fired = new Map();
    for (const point of points) for (const limit of point.limits || []) fired.set(limit || 'other', (fired.get(limit || 'other') || 0) + 1);
    if (fired.size === 0) return make('p', null, 'No limit stopped any point.');
    return barPlot({title: 'How many points each limit stopped somewhere', label: 'Points', ownName: 'points', otherName: '',
      bars: [...fired].sort((a, b) => b[1] - a[1]).map(([name, own]) => ({name, own, least: NaN, most: NaN, other: NaN}))});
  }

  function show() {
    const axis = axes.find((each) => each.option === state.axis);
    const split = axes.find((each) => each.option === state.split);
    const values = split ? split.values : [''];
    const sample = points.map((point) => measured(study, point, state.measure)).find(Boolean) || {};
    const relative = state.program === '' && sample.before !== undefined;
    replace(place,
      axis && linePlot({title: `${measureName()} by ${axis.option}${relative ? ', over that of the source' : ''}`,
        x: {label: axis.values.every(isNumber) ? axis.option : `${axis.option}: ${axis.values.map((each, i) => `${i} is ${each}`).join(', ')}`},
        y: {label: relative ? `${measureName()}, result over source` : measureName(), zero: true, include: relative ? [1] : []},
        series: values.flatMap((value) => seriesOf(axis, state.split, value))}),
      scaling());
  }

  function build() {
    const set = (field) => (value) => { state[field] = value; if (state.split === state.axis) state.split = ''; build(); show(); };
    const rest = wide.filter((axis) => axis.option !== state.axis && axis.option !== state.split);
    replace(controls,
      choice('Measure', there, state.measure, set('measure')),
      choice('Program', [['', `all ${study.programs.length}`], ...programs], state.program, set('program')),
      wide.length > 1 && choice('Along', wide.map((axis) => axis.option), state.axis, set('axis')),
      wide.length > 1 && choice('A line for each', [['', 'nothing'], ...wide.filter((axis) => axis.option !== state.axis).map((axis) => axis.option)], state.split, set('split')),
      rest.map((axis) => choice(axis.option, axis.values, state.fixed[axis.option], (value) => { state.fixed[axis.option] = value; show(); })));
  }

  const outcomes = new Map();
  for (const point of points) outcomes.set(point.outcome, (outcomes.get(point.outcome) || 0) + 1);
  build();
  if (there.length > 0) show();
  return [make('h1', {tabindex: -1}, 'Sweep ', make('code', null, study.name)),
    make('p', null, `${grouped(points.length)} of ${plural(study.asked, 'point')}: ${plural(study.programs.length, 'program')}, ` +
      `${listed(axes.map((axis) => `${axis.option} ${axis.values.length > 4 ? `${axis.values[0]} to ${axis.values[axis.values.length - 1]}` : axis.values.join(', ')}`))}. ` +
      `Outcomes: ${listed([...outcomes].map(([name, count]) => `${grouped(count)} ${name}`))}.`),
    make('h2', null, 'What a setting does'), controls, place,
    make('h2', null, 'Limits'), cutOffBars(),
    make('h2', null, 'Points'), pointsTable(study)];
}

function pointsTable(study) {
  const filter = {text: '', outcome: ''};
  const place = make('div', null);
  const name = (point) => (study.programs[point.program] || {program: '?'}).program;
  function show() {
    const words = filter.text.toLowerCase();
    const found = study.points.filter((point) => (filter.outcome === '' || point.outcome === filter.outcome) &&
      (words === '' || name(point).toLowerCase().includes(words)));
    replace(place, found.length > 0 && paged(found, 50, 'points', (part) => scrolling('Points', table('Points of the sweep', [
      {title: 'Program', cell: name}, {title: 'Point', number: true, cell: (point) => point.point},
      ...study.axes.map((axis) => ({title: axis.option, number: true, cell: (point) => point.settings[axis.option]})),
      {title: 'Outcome', cell: (point) => (point.message ? `${point.outcome}: ${point.message}`
        : point.sameAs === undefined ? point.outcome : `${point.outcome}: the same run as point ${point.sameAs}`)},
      {title: 'End', cell: (point) => (point.natural === undefined ? '' : point.natural ? 'natural' : point.limits.join(' '))},
      ...[['Functions', 'functions'], ['Size', 'size'], ['Tokens', 'tokens']].map(([title, field]) =>
        ({title, number: true, cell: (point) => short(point[field])})),
      ...[['Visits', 'visits'], ['Matches', 'cases'], ['Allocations', 'allocations']].map(([title, field]) =>
        ({title, number: true, cell: (point) => (point.counts && point.counts[field] ? grouped(point.counts[field][1]) : '')}))], part))));
  }
  show();
  return [make('div', {class: 'controls'}, searchField('Program contains', (value) => { filter.text = value; show(); }),
    choice('Outcome', [['', 'all'], ...new Set(study.points.map((point) => point.outcome))], '', (value) => { filter.outcome = value; show(); })), place];
}
