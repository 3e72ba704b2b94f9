import { doors, parseInput } from '../../ask/question/parse-input.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Route } from '../route.ts';

type Values = Readonly<Record<string, unknown>>;

/** The inputs of a route from its path and query, in their types. */
export function readQuery({ input }: Route, path: Values, query: URLSearchParams, now: number): Values {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    // `?q=` is how a form leaves a field empty.
    const values = query.getAll(name).filter((value) => value !== '');
    if (values.length > 1 && !isList(input[name] ?? ofAlias(input, name)))
      throw new StemmaError('bad-argument', `${name} must be given once (got ${values.length}).`, {
        hint: 'Give it once.',
      });
    if (values.length > 0) fields[name] = values.length > 1 ? values : values[0];
  }
  return parseInput(input, { ...fields, ...path }, { ...doors.query, now }) as Values;
}

/** The same for a path and the fields of a JSON object. */
export function readBody({ input }: Route, path: Values, body: unknown, now: number): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new StemmaError('bad-argument', 'The body must be a JSON object.', { hint: 'Send an object such as {}.' });
  return parseInput(input, { ...(body as Values), ...path }, { ...doors.json, now }) as Values;
}

function isList(field: { readonly type: string } | undefined): boolean {
  return field?.type === 'texts';
}

function ofAlias(input: Route['input'], name: string) {
  return Object.values(input).find(({ aliases }) => aliases?.includes(name));
}
