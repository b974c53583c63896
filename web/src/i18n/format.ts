// A message with its values put in: "{name} bets {amount}", and "{n, plural, one {# card} other {# cards}}".

export type Values = Record<string, string | number>;

/** Puts values into a message. A name without a value stays as it is written, so that a mistake can be seen. */
export function format(message: string, values: Values, plural: Intl.PluralRules, number: Intl.NumberFormat): string {
  let out = '';
  let at = 0;
  while (at < message.length) {
    const open = message.indexOf('{', at);
    if (open < 0) return out + message.slice(at);
    const close = closing(message, open);
    out += message.slice(at, open) + put(message.slice(open + 1, close), values, plural, number);
    at = close + 1;
  }
  return out;
}

function put(inside: string, values: Values, plural: Intl.PluralRules, number: Intl.NumberFormat): string {
  const [name, kind, ...rest] = inside.split(',');
  const value = values[name!.trim()];
  if (value === undefined) return `{${inside}}`;
  const words = typeof value === 'number' ? number.format(value) : value;
  if (kind?.trim() !== 'plural') return words;
  const forms = choices(rest.join(','));
  const form = forms[`=${value}`] ?? forms[plural.select(Number(value))] ?? forms.other ?? '';
  return format(form.replaceAll('#', words), values, plural, number);
}

function choices(text: string): Record<string, string> {
  const forms: Record<string, string> = {};
  let at = 0;
  for (;;) {
    const open = text.indexOf('{', at);
    if (open < 0) return forms;
    const close = closing(text, open);
    forms[text.slice(at, open).trim()] = text.slice(open + 1, close);
    at = close + 1;
  }
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}
