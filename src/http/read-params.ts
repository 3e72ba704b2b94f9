import { StemmaError } from '../model/stemma-error.ts';
import { parseTime } from '../platform/parse-time.ts';
import type { Param, Params } from './route.ts';
import { Trouble } from './trouble.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The parameters of an address, each in the type its route says. What is misspelled or out of bounds is refused,
 * never passed over.
 */
export function readQuery(params: Params, given: URLSearchParams, now: number): Values {
  for (const name of given.keys()) {
    const times = given.getAll(name).length;
    if (times > 1 && params[name]?.type !== 'texts') throw bad(`${name} is given ${times} times.`, 'Give it once.');
  }
  return readAll(
    params,
    Object.fromEntries(given),
    (name, param, value) =>
      param.type === 'texts' ? textsOf(name, param, given.getAll(name)) : fromText(name, param, String(value), now),
    'parameter',
  );
}

/** The same for the fields of a JSON object. */
export function readBody(params: Params, body: unknown, now: number): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw bad('The body is no JSON object.', `Send an object${among(params, 'field')}.`);
  return readAll(params, body as Values, (name, param, value) => fromJson(name, param, value, now), 'field');
}

function readAll(
  params: Params,
  given: Values,
  read: (name: string, param: Param, value: unknown) => unknown,
  what: string,
): Values {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(params, name))
      throw bad(
        `There is no ${what} "${name.slice(0, 60)}" here.`,
        Object.keys(params).length === 0 ? `It takes no ${what}s.` : `It takes ${Object.keys(params).join(', ')}.`,
      );
  }
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    const value = given[name];
    // `?q=` is how a form says nothing.
    if (value !== undefined && value !== '') values[name] = read(name, param, value);
    else if (param.required) throw bad(`${name} is missing.`, `Give ${name}: ${param.summary}.`);
    else if (param.type === 'number' && param.usual !== undefined) values[name] = param.usual;
  }
  return values;
}

function among(params: Params, what: string): string {
  const names = Object.keys(params);
  return names.length === 0 ? '' : ` with the ${what}${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
}

function fromJson(name: string, param: Param, value: unknown, now: number): unknown {
  const wanted =
    param.type === 'number' || param.type === 'decimal' ? 'number' : param.type === 'flag' ? 'boolean' : 'string';
  if (typeof value !== wanted) throw bad(`${name} is no ${wanted}.`, `Send ${name} as a JSON ${wanted}.`);
  return fromText(name, param, String(value), now);
}

function textsOf(name: string, param: { readonly most?: number }, texts: readonly string[]): readonly string[] {
  if (texts.length > mostTexts)
    throw bad(`${name} is given ${texts.length} times.`, `It may be given ${mostTexts} times.`);
  return texts.map((text) => textOf(name, param, text));
}

function textOf(name: string, { most = usualMost }: { readonly most?: number }, text: string): string {
  if (text.includes('\0')) throw bad(`${name} holds a NUL.`, 'Leave it out.');
  if (text.length > most) throw bad(`${name} is ${text.length} characters long.`, `It may have ${most}.`);
  return text;
}

function fromText(name: string, param: Param, text: string, now: number): unknown {
  switch (param.type) {
    case 'text':
      return textOf(name, param, text);
    case 'texts':
      return textsOf(name, param, [text]);
    case 'number': {
      const { least, most } = param;
      const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= least && value <= most))
        throw bad(
          `${name} is "${cut(text)}".`,
          `It takes a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? ' on' : ` to ${most}`}.`,
        );
      return value;
    }
    case 'decimal': {
      const { least, most } = param;
      const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= least && value <= most))
        throw bad(`${name} is "${cut(text)}".`, `It takes a number from ${least} to ${most}, such as 0.5.`);
      return value;
    }
    case 'flag': {
      if (/^(?:1|true)$/.test(text)) return true;
      if (/^(?:0|false)$/.test(text)) return false;
      throw bad(`${name} is "${cut(text)}".`, 'It takes 1 or 0.');
    }
    case 'time':
      return timeOf(name, text, now);
    case 'choice':
      return oneOf(name, param.choices, text);
    case 'choices':
      return text.split(',').map((each) => oneOf(name, param.choices, each.trim()));
  }
}

function oneOf(name: string, choices: readonly string[], text: string): string {
  if (choices.includes(text)) return text;
  throw bad(`${name} is "${cut(text)}".`, `It takes ${choices.join(', ')}.`);
}

function timeOf(name: string, text: string, now: number): number {
  try {
    return parseTime(name, text, now);
  } catch (error) {
    if (error instanceof StemmaError) throw bad(`${name} is "${cut(text)}".`, error.hint);
    throw error;
  }
}

function bad(message: string, hint: string): Trouble {
  return new Trouble(400, 'bad-request', message, { hint });
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const usualMost = 2_000;
const mostTexts = 50;
