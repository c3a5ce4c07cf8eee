// Plots as SVG: lines over numbers, and bars. Text is text, colours are those of the page, series
// differ in their marks and dashes too, and each plot has its figures as a table below it.

const marks = ['circle', 'square', 'triangle', 'diamond', 'cross'];
const mostSeries = 8;

function markAt(kind, x, y, attributes) {
  const path = {
    circle: `M${x - 4},${y} a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0`,
    square: `M${x - 3.5},${y - 3.5} h7 v7 h-7 z`,
    triangle: `M${x},${y - 4.5} l4.5,8 h-9 z`,
    diamond: `M${x},${y - 5} l5,5 l-5,5 l-5,-5 z`,
    cross: `M${x - 4},${y - 4} l8,8 m0,-8 l-8,8`};
  return draw('path', {...attributes, d: path[kind]});
}

// About five round numbers from the least to the most.
function roundTicks(least, most) {
  const span = most - least || Math.abs(most) || 1;
  const raw = span / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw * 0.999);
  const ticks = [];
  for (let at = Math.ceil(least / step - 1e-9) * step; at <= most + step * 1e-6; at += step) {
    ticks.push(Math.abs(at) < step * 1e-6 ? 0 : Number(at.toPrecision(12)));
  }
  return ticks;
}

// From values to pixels. `log`: by powers; only of positive values.
function scaleOf(values, from, to, {log, zero}) {
  const known = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  let least = Math.min(...known);
  let most = Math.max(...known);
  if (known.length === 0) [least, most] = [log ? 1 : 0, 1];
  if (zero && !log) least = Math.min(0, least);
  if (log) {
    const by = Math.log10(most / least) < 1 ? [1, 2, 5] : [1];
    const ticks = [];
    for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); ++power) {
      for (const factor of by) ticks.push(factor * 10 ** power);
    }
    const low = Math.max(...ticks.filter((tick) => tick <= least * 1.0001));
    const high = Math.min(...ticks.filter((tick) => tick >= most * 0.9999));
    const span = Math.log10(high / low) || 1;
    const every = Math.ceil(ticks.length / 9);
    return {at: (value) => from + (to - from) * Math.log10(value / low) / span,
      ticks: ticks.filter((tick, i) => tick >= low * 0.999 && tick <= high * 1.001 && i % every === 0)};
  }
  const ticks = roundTicks(least, most);
  const low = Math.min(least, ticks.length > 0 ? ticks[0] : least);
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
  const high = ticks.length > 0 && ticks[ticks.length - 1] >= most ? ticks[ticks.length - 1] : (ticks[ticks.length - 1] || 0) + step;
  return {at: (value) => from + (to - from) * (value - low) / (high - low || 1),
    ticks: high > (ticks[ticks.length - 1] || 0) ? [...ticks, high] : ticks};
}

function figure(title, picture, legend, figures) {
  const id = identity('figure');
  return make('figure', {'aria-labelledby': id},
    make('figcaption', {id}, title), scrolling(title, picture), legend,
    make('details', null, make('summary', null, 'The figures'), figures));
}

// Series {name, points: [[x, y, label]], plain}: x are numbers. `plain` is a line without marks.
function linePlot({title, x, y, series}) {
  const shown = series.slice(0, mostSeries);
  const [width, height, left, bottom, top] = [720, 360, 76, 46, 14];
  const points = shown.flatMap((each) => each.points).filter(([, value]) => Number.isFinite(value) && (!y.log || value > 0));
  if (points.length === 0) return make('p', null, 'There is nothing to draw.');
  const across = scaleOf(points.map(([value]) => value), left, width - 16, x);
  const up = scaleOf([...points.map(([, value]) => value), ...(y.include || [])], height - bottom, top, y);
  const picture = draw('svg', {class: 'plot', role: 'img', viewBox: `0 0 ${width} ${height}`, width, height,
    'aria-label': `${title}; the figures stand in the table below`},
  up.ticks.map((tick) => [
    draw('line', {class: 'grid', x1: left, x2: width - 16, y1: up.at(tick), y2: up.at(tick)}),
    draw('text', {x: left - 8, y: up.at(tick) + 4, 'text-anchor': 'end'}, short(tick))]),
  across.ticks.map((tick) => [
    draw('line', {class: 'grid', x1: across.at(tick), x2: across.at(tick), y1: height - bottom, y2: height - bottom + 5}),
    draw('text', {x: across.at(tick), y: height - bottom + 18, 'text-anchor': 'middle'}, short(tick))]),
  draw('text', {x: (left + width) / 2, y: height - 6, 'text-anchor': 'middle', class: 'axis'}, x.label),
  draw('text', {x: 14, y: height / 2, 'text-anchor': 'middle', class: 'axis', transform: `rotate(-90 14 ${height / 2})`}, y.label),
  shown.map((each, i) => {
    const visible = each.points.filter(([, value]) => Number.isFinite(value) && (!y.log || value > 0));
    const path = visible.map(([a, b], k) => `${k === 0 ? 'M' : 'L'}${across.at(a).toFixed(1)},${up.at(b).toFixed(1)}`).join(' ');
    return draw('g', {class: `series series-${i}`}, draw('path', {class: 'curve', d: path}),
      !each.plain && visible.map(([a, b, label]) => markAt(marks[i % marks.length], across.at(a), up.at(b), {class: 'mark'}))
        .map((mark, k) => { mark.append(draw('title', null, `${each.name}: ${visible[k][2] || `${short(visible[k][0])}, ${short(visible[k][1])}`}`)); return mark; }));
  }));
  const legend = make('ul', {class: 'legend'}, shown.map((each, i) => make('li', null,
    draw('svg', {width: 30, height: 12, 'aria-hidden': 'true', class: `series series-${i}`},
      draw('path', {class: 'curve', d: 'M0,6 H30'}), !each.plain && markAt(marks[i % marks.length], 15, 6, {class: 'mark'})), each.name)),
  series.length > shown.length && make('li', null, `and ${series.length - shown.length} more, in the table`));
  const values = [...new Set(series.flatMap((each) => each.points.map(([value]) => value)))].sort((a, b) => a - b);
  const figures = paged(values, 100, 'rows', (part) => scrolling(`Figures of ${title}`, table(title, [
    {title: x.label, cell: (value) => short(value)},
    ...series.map((each) => ({title: each.name, number: true, cell: (value) => {
      const there = each.points.find(([at]) => at === value);
      return there ? short(there[1]) : '';
    }}))], part)));
  return figure(title, picture, legend, figures);
}

// Bars {name, own, least, most, other}: ours from zero, with the spread of its rounds, and a line where
// the other figure is.
function barPlot({title, label, bars, ownName, otherName, log}) {
  const shown = bars.filter((bar) => Number.isFinite(bar.own) || Number.isFinite(bar.other)).slice(0, 60);
  if (shown.length === 0) return make('p', null, 'There is nothing to draw.');
  const longest = Math.max(...shown.map((bar) => bar.name.length));
  const left = Math.min(300, Math.max(70, longest * 7 + 16));
  const [width, row] = [760, 24];
  const height = shown.length * row + 54;
  const values = shown.flatMap((bar) => [bar.own, bar.other, bar.least, bar.most]).filter((value) => Number.isFinite(value));
  const useLog = log && values.every((value) => value > 0);
  const across = scaleOf(useLog ? values : [...values, 0], left, width - 66, {log: useLog, zero: true});
  const base = useLog ? left : across.at(0);
  const name = (text) => (text.length > 40 ? `${text.slice(0, 38)}…` : text);
  const picture = draw('svg', {class: 'plot', role: 'img', viewBox: `0 0 ${width} ${height}`, width, height,
    'aria-label': `${title}; the figures stand in the table`},
  across.ticks.map((tick) => [
    draw('line', {class: 'grid', x1: across.at(tick), x2: across.at(tick), y1: 6, y2: height - 42}),
    draw('text', {x: across.at(tick), y: height - 26, 'text-anchor': 'middle'}, short(tick))]),
  draw('text', {x: (left + width) / 2, y: height - 6, 'text-anchor': 'middle', class: 'axis'}, label),
  shown.map((bar, i) => {
    const y = 8 + i * row;
    const end = Number.isFinite(bar.own) ? across.at(bar.own) : base;
    const other = Number.isFinite(bar.other) ? across.at(bar.other) : -Infinity;
    // Behind the bar, and not where the other figure is.
    const tip = Math.max(end, Number.isFinite(bar.most) ? across.at(bar.most) : end) + 6;
    const number = other > tip - 6 && other < tip + 40 ? other + 6 : tip;
    return draw('g', null,
      draw('title', null, `${bar.name}: ${ownName} ${short(bar.own)}${Number.isFinite(bar.other) ? `, ${otherName} ${short(bar.other)}` : ''}`),
      draw('text', {x: left - 8, y: y + 14, 'text-anchor': 'end'}, name(bar.name)),
      draw('rect', {class: 'bar', x: Math.min(base, end), y: y + 2, width: Math.abs(end - base), height: row - 8}),
      Number.isFinite(bar.least) && Number.isFinite(bar.most) && draw('path', {class: 'spread',
        d: `M${across.at(bar.least)},${y + 10} H${across.at(bar.most)} m0,-4 v8 M${across.at(bar.least)},${y + 6} v8`}),
      Number.isFinite(bar.other) && draw('path', {class: 'other', d: `M${other},${y - 1} v${row - 2}`}),
      draw('text', {x: number, y: y + 14, class: 'small'}, short(bar.own)));
  }));
  const some = shown.some((bar) => Number.isFinite(bar.other));
  const legend = make('ul', {class: 'legend'},
    make('li', null, draw('svg', {width: 22, height: 12, 'aria-hidden': 'true'}, draw('rect', {class: 'bar', x: 0, y: 1, width: 22, height: 10})), ownName),
    some && make('li', null, draw('svg', {width: 12, height: 14, 'aria-hidden': 'true'}, draw('path', {class: 'other', d: 'M6,0 v14'})), otherName),
    shown.some((bar) => Number.isFinite(bar.most)) && make('li', null, 'thin line: the least and the most of the rounds'));
  const figures = scrolling(`Figures of ${title}`, table(title, [
    {title: 'Row', cell: (bar) => bar.name},
    {title: ownName, number: true, cell: (bar) => short(bar.own)},
    {title: 'Least', number: true, cell: (bar) => short(bar.least)},
    {title: 'Most', number: true, cell: (bar) => short(bar.most)},
    {title: otherName, number: true, cell: (bar) => short(bar.other)}], shown));
  return figure(title, picture, legend, figures);
}
