import { plain } from '../../normalise/text/one-line.ts';
import { isObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';

const mostText = 80_000;

/** The arguments of a call for reading: one `name: value` after another, long texts below their name. */
export function argumentsText(input: unknown): string {
  const value = typeof input === 'string' ? (parsed(input) ?? input) : input;
  const text = typeof value === 'string' ? value : [...linesOf(value, '')].join('\n');
  return plain(text.slice(0, mostText));
}

function* linesOf(value: unknown, name: string): Generator<string> {
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) yield* linesOf(inner, name === '' ? key : `${name}.${key}`);
  } else if (Array.isArray(value)) {
    if (value.every((each) => typeof each === 'string' && !each.includes('\n'))) yield `${name}: ${value.join(' ')}`;
    else for (const [at, inner] of value.entries()) yield* linesOf(inner, `${name}[${at}]`);
  } else if (typeof value === 'string' && value.includes('\n')) {
    yield `${name}:`;
    for (const line of value.split('\n')) yield `  ${line}`;
  } else if (value !== null && value !== undefined && value !== '') {
    yield `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  }
}

/** Some agents write the arguments as JSON inside JSON. */
function parsed(text: string): object | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return parseJson(text) as object;
  } catch {
    return undefined;
  }
}
