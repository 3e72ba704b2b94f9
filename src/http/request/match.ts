import type { Route } from '../route.ts';
import { HttpError } from '../response/http-error.ts';

export interface Matched {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Which route a path means. Segments are decoded one by one, so that a name may hold a slash. Undefined when it is no
 * address of the API.
 */
export function match(routes: readonly Route[], method: string, pathname: string): Matched | undefined {
  const segments = pathname.split('/').map(decoded);
  const here = routes.flatMap((route) => {
    const path = fits(route.path, segments);
    return path ? [{ route, path }] : [];
  });
  // `/api/errors/patterns` comes before `/api/errors/:id`, whatever their order in the table.
  const best = here.toSorted((a, b) => Object.keys(a.path).length - Object.keys(b.path).length)[0];
  if (!best) return undefined;
  const answering = here.filter(({ route }) => route.path === best.route.path);
  const found = answering.find(({ route }) => takes(route, method));
  if (found) return found;
  const methods = answering.flatMap(({ route }) => methodsOf(route));
  throw new HttpError(405, 'wrong-method', `${pathname} does not take ${method}.`, {
    hint: `It takes ${methods.join(', ')}.`,
    headers: { allow: methods.join(', ') },
  });
}

function takes(route: Route, method: string): boolean {
  return methodsOf(route).includes(method);
}

export function methodsOf({ method }: Route): readonly string[] {
  switch (method) {
    case 'GET':
      return ['GET', 'HEAD'];
    case 'POST':
      return ['POST'];
    case 'ANY':
      return ['GET', 'POST', 'DELETE'];
  }
}

function fits(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const parts = pattern.split('/');
  if (parts.length !== segments.length) return undefined;
  const path: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index]!;
    if (part.startsWith(':')) {
      if (segment === '') return undefined;
      path[part.slice(1)] = segment;
    } else if (part !== segment) return undefined;
  }
  return path;
}

function decoded(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, 'bad-request', 'The address holds a % that means nothing.', {
      hint: 'Write a name with encodeURIComponent.',
    });
  }
  if (text.includes('\0') || text.length > longest)
    throw new HttpError(400, 'bad-request', 'The address holds a name that cannot be one.', {
      hint: `Names have at most ${longest} characters and no NUL.`,
    });
  return text;
}

const longest = 1_000;
