// Plots as SVG, by D3: lines over numbers, and bars. Text is text, colours are those of the page,
// series differ in their marks and dashes too, and each plot has its figures as a table below it.
// Where the build had no D3 the tables are all there is.

const mostSeries = 8;
const d3 = window.d3;

const markOf = (i) => d3.symbol().type(d3.symbols[i % d3.symbols.length]).size(44)();

const drawable = (scale) => (value) => Number.isFinite(value) && (!scale.log || value > 0);

// From values to pixels. `log`: by powers; only of positive values. `zero`: from zero on.
function scaleOf(values, range, {log, zero}) {
  const [least, most] = d3.extent([...values.filter(drawable({log})), ...(zero && !log ? [0] : [])]);
  const scale = log ? d3.scaleLog() : d3.scaleLinear();
  if (least === undefined) return scale.range(range);
  if (least === most) scale.domain(log ? [least / 2, most * 2] : [Math.min(0, least), Math.max(0, most) || 1]);
  else scale.domain([least, most]);
  return (log && most / least < 5 ? scale : scale.nice(6)).range(range);
}

// An axis in the page's words: numbers as everywhere else (by powers, where there is room for
// them), no line along it.
function axis(picture, made, scale, ticks, place) {
  const drawn = picture.append('g').attr('class', 'ticks').attr('transform', `translate(${place})`)
    .call(made(scale).ticks(ticks).tickFormat(scale.base ? scale.tickFormat(ticks, short) : short));
  drawn.attr('font-family', null).attr('font-size', null).select('.domain').remove();
}

function caption(picture, x, y, text, turned) {
  picture.append('text').attr('class', 'axis').attr('text-anchor', 'middle')
    .attr('transform', `translate(${x},${y})${turned ? ' rotate(-90)' : ''}`).text(text);
}

const pictureOf = (width, height, label) => d3.create('svg:svg').attr('class', 'plot').attr('role', 'img')
  .attr('viewBox', [0, 0, width, height]).attr('width', width).attr('height', height).attr('aria-label', label);

// `paint` draws: it gives the picture and what explains it.
function figure(title, paint, figures) {
  const id = identity('figure');
  if (!d3) {
    return make('section', {'aria-labelledby': id}, make('p', {id}, title),
      make('p', {class: 'note'}, 'Without a plot: this deforest was built without D3.'), figures);
  }
  const [picture, legend] = paint();
  return make('figure', {'aria-labelledby': id},
    make('figcaption', {id}, title), scrolling(title, picture.node()), legend,
    make('details', null, make('summary', null, 'The figures'), figures));
}

const nothing = () => make('p', null, 'There is nothing to draw.');

// Series {name, points: [[x, y, label]], plain}: x are numbers. `plain` is a line without marks.
function linePlot({title, x, y, series}) {
  const shown = series.slice(0, mostSeries).map((each) => ({...each, points: each.points.filter(([, value]) => drawable(y)(value))}));
  const points = shown.flatMap((each) => each.points);
  if (points.length === 0) return nothing();
  const values = [...new Set(series.flatMap((each) => each.points.map(([value]) => value)))].sort((a, b) => a - b);
  const figures = paged(values, 100, 'rows', (part) => scrolling(`Figures of ${title}`, table(title, [
    {title: x.label, cell: (value) => short(value)},
    ...series.map((each) => ({title: each.name, number: true, cell: (value) => {
      const there = each.points.find(([at]) => at === value);
      return there ? short(there[1]) : '';
    }}))], part)));
  return figure(title, () => {
    const [width, height, left, bottom, top, right] = [720, 360, 76, 46, 14, 16];
    const across = scaleOf(points.map(([value]) => value), [left, width - right], x);
    const up = scaleOf([...points.map(([, value]) => value), ...(y.include || [])], [height - bottom, top], y);
    const picture = pictureOf(width, height, `${title}; the figures stand in the table below`);
    axis(picture, (scale) => d3.axisLeft(scale).tickSize(left + right - width).tickPadding(8), up, 6, [left, 0]);
    axis(picture, d3.axisBottom, across, 8, [0, height - bottom]);
    caption(picture, (left + width) / 2, height - 6, x.label);
    caption(picture, 14, height / 2, y.label, true);
    const curve = d3.line().x(([at]) => across(at)).y(([, value]) => up(value));
    const drawn = picture.selectAll('.series').data(shown).join('g').attr('class', (each, i) => `series series-${i}`);
    drawn.append('path').attr('class', 'curve').attr('d', (each) => curve(each.points));
    drawn.each(function marks(each, i) {
      if (each.plain) return;
      d3.select(this).selectAll('.mark').data(each.points).join('path').attr('class', 'mark').attr('d', markOf(i))
        .attr('transform', ([at, value]) => `translate(${across(at)},${up(value)})`)
        .append('title').text(([at, value, label]) => `${each.name}: ${label || `${short(at)}, ${short(value)}`}`);
    });
    const legend = make('ul', {class: 'legend'}, shown.map((each, i) => make('li', null,
      draw('svg', {width: 30, height: 12, 'aria-hidden': 'true', class: `series series-${i}`},
        draw('path', {class: 'curve', d: 'M0,6 H30'}), !each.plain && draw('path', {class: 'mark', d: markOf(i), transform: 'translate(15,6)'})), each.name)),
    series.length > shown.length && make('li', null, `and ${series.length - shown.length} more, in the table`));
    return [picture, legend];
  }, figures);
}

// Bars {name, own, least, most, other}: ours from zero, with the spread of its rounds, and a line where
// the other figure is.
function barPlot({title, label, bars, ownName, otherName, log}) {
  const shown = bars.filter((bar) => Number.isFinite(bar.own) || Number.isFinite(bar.other)).slice(0, 60);
  if (shown.length === 0) return nothing();
  const figures = scrolling(`Figures of ${title}`, table(title, [
    {title: 'Row', cell: (bar) => bar.name},
    {title: ownName, number: true, cell: (bar) => short(bar.own)},
    {title: 'Least', number: true, cell: (bar) => short(bar.least)},
    {title: 'Most', number: true, cell: (bar) => short(bar.most)},
    {title: otherName, number: true, cell: (bar) => short(bar.other)}], shown));
  const hasOther = (bar) => Number.isFinite(bar.other);
  const hasSpread = (bar) => Number.isFinite(bar.least) && Number.isFinite(bar.most);
  return figure(title, () => {
    const left = Math.min(300, Math.max(70, d3.max(shown, (bar) => bar.name.length) * 7 + 16));
    const [width, top, bottom, right] = [760, 6, 42, 66];
    const height = shown.length * 24 + top + bottom;
    const values = shown.flatMap((bar) => [bar.own, bar.other, bar.least, bar.most]).filter(Number.isFinite);
    const byPowers = log && values.every((value) => value > 0);
    const across = scaleOf(values, [left, width - right], {log: byPowers, zero: true});
    const rows = d3.scaleBand(d3.range(shown.length), [top, height - bottom]).padding(0.16);
    const middle = rows.bandwidth() / 2;
    const base = byPowers ? left : across(0);
    const picture = pictureOf(width, height, `${title}; the figures stand in the table`);
    axis(picture, (scale) => d3.axisBottom(scale).tickSize(height - bottom - top).tickPadding(4), across, 6, [0, top]);
    caption(picture, (left + width) / 2, height - 6, label);
    const drawn = picture.selectAll('.row').data(shown).join('g').attr('class', 'row')
      .attr('transform', (bar, i) => `translate(0,${rows(i)})`);
    drawn.append('title').text((bar) => `${bar.name}: ${ownName} ${short(bar.own)}${hasOther(bar) ? `, ${otherName} ${short(bar.other)}` : ''}`);
    const end = (bar) => (Number.isFinite(bar.own) ? across(bar.own) : base);
    drawn.append('text').attr('text-anchor', 'end').attr('x', left - 8).attr('y', middle).attr('dy', '0.35em')
      .text(({name}) => (name.length > 40 ? `${name.slice(0, 38)}…` : name));
    drawn.append('rect').attr('class', 'bar').attr('height', rows.bandwidth())
      .attr('x', (bar) => Math.min(base, end(bar))).attr('width', (bar) => Math.abs(end(bar) - base));
    drawn.filter(hasSpread).append('path').attr('class', 'spread')
      .attr('d', ({least, most}) => `M${across(least)},${middle} H${across(most)} m0,-4 v8 M${across(least)},${middle - 4} v8`);
    drawn.filter(hasOther).append('path').attr('class', 'other').attr('d', ({other}) => `M${across(other)},-2 v${rows.bandwidth() + 4}`);
    // Behind the bar, and not where the other figure is.
    drawn.append('text').attr('class', 'small').attr('y', middle).attr('dy', '0.35em').attr('x', (bar) => {
      const tip = Math.max(end(bar), Number.isFinite(bar.most) ? across(bar.most) : end(bar)) + 6;
      const other = hasOther(bar) ? across(bar.other) : -Infinity;
      return other > tip - 6 && other < tip + 40 ? other + 6 : tip;
    }).text(({own}) => short(own));
    const legend = make('ul', {class: 'legend'},
      make('li', null, draw('svg', {width: 22, height: 12, 'aria-hidden': 'true'}, draw('rect', {class: 'bar', x: 0, y: 1, width: 22, height: 10})), ownName),
      shown.some(hasOther) && make('li', null, draw('svg', {width: 12, height: 14, 'aria-hidden': 'true'}, draw('path', {class: 'other', d: 'M6,0 v14'})), otherName),
      shown.some(hasSpread) && make('li', null, 'thin line: the least and the most of the rounds'));
    return [picture, legend];
  }, figures);
}
