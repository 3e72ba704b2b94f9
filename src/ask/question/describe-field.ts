import type { Field } from './field.ts';

/** What a field takes over the network, as a sentence of the reference. */
export function describeField(field: Field): string {
  const required = field.required ? ' Required.' : '';
  return `${allowed(field)}.${required}`;
}

function allowed(field: Field): string {
  switch (field.type) {
    case 'text':
      return `Text, at most ${count(field.max ?? 2_000)} characters`;
    case 'prose':
      return `Text, at most ${count(field.remoteMax)} characters`;
    case 'texts':
      return 'Text; may be given several times';
    case 'integer': {
      const max = field.max ?? field.remoteMax;
      const fallback = field.default === undefined ? '' : `; ${count(field.default)} when absent`;
      return `${field.min}${max === undefined ? ' or more' : ` to ${count(max)}`}${fallback}`;
    }
    case 'number':
      return `${field.min}${field.max === undefined ? ' or more' : ` to ${field.max}`}`;
    case 'flag':
      return '`1` or `0`';
    case 'time':
      return '`2026-01-31`, `2026-01-31T09:30:00Z`, `12h`, `7d`';
    case 'choice':
      return `One of ${list(field.choices)}${field.default === undefined ? '' : `; \`${field.default}\` when absent`}`;
    case 'choices':
      return `Any of ${list(field.choices)}, with commas between`;
    case 'json':
      return `A JSON object, at most ${count(field.max)} characters`;
  }
}

function list(choices: readonly string[]): string {
  return choices.map((each) => `\`${each}\``).join(', ');
}

function count(value: number): string {
  return value.toLocaleString('en');
}
