// Numbers and sentences as people read them.

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

// At most three digits that tell something: 1234, 12.3, 0.0123.
function short(number) {
  if (number === null || number === undefined || Number.isNaN(number)) return '';
  if (Number.isInteger(number)) return grouped(number);
  const size = Math.abs(number);
  if (size >= 1000) return grouped(Math.round(number));
  return String(Number(number.toPrecision(3)));
}

const plural = (number, thing, things) =>
  `${grouped(number)} ${number === 1 ? thing : things || thing + 's'}`;

// 0.034 => "3.4 %".
function percent(share) {
  const value = 100 * share;
  if (value > 0 && value < 0.05) return '< 0.1 %';
  return `${value !== 0 && Math.abs(value) < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

// A percentage that is neither nothing nor all if it is not: 0.02, 12, 99.8.
function amountOf(by) {
  const value = Math.abs(100 * by);
  if (value < 1) return value.toFixed(2);
  return by > -1 && value > 99 && value < 100 ? (Math.floor(10 * value) / 10).toFixed(1) : Math.round(value);
}

// How a number changed: "as before", "none left", "−12 %".
function change(before, after) {
  if (before === after) return 'as before';
  if (before === 0) return 'new';
  if (after === 0) return 'none left';
  const by = after / before - 1;
  return `${by > 0 ? '+' : '−'}${amountOf(by)} %`;
}

// The same in a sentence: "12 % fewer calls".
function changeOf(thing, before, after) {
  if (before === after) return `as many ${thing}`;
  if (after === 0) return `no ${thing}`;
  if (before === 0) return `${grouped(after)} ${thing} where there were none`;
  return `${amountOf(after / before - 1)} % ${after < before ? 'fewer' : 'more'} ${thing}`;
}

function listed(words) {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

// `code` in a sentence.
function prose(text) {
  return text.split(/(`[^`]*`)/).map((part) =>
    part.length > 1 && part.startsWith('`') && part.endsWith('`')
      ? make('code', null, part.slice(1, -1)) : part);
}

// A name as explanations have it, without the marks around it.
const bare = (text) => text.replaceAll('`', '');
