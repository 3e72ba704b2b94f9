import type { ManualFailure } from '../ingest/manual/manual-failure.ts';

/** The text of a thrown value, which can be anything. Never throws, whatever its getters do. */
export function failureOf(thrown: unknown): ManualFailure {
  const stack = textIn(thrown, 'stack');
  const place = stack === undefined ? undefined : placeIn(stack);
  return {
    message: messageOf(thrown),
    ...(stack !== undefined && { context: { stack: stack.slice(0, longestStack), ...place } }),
  };
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string' && readable.test(thrown)) return thrown;
  const name = textIn(thrown, 'name');
  const message = textIn(thrown, 'message') ?? '';
  const because = textIn(rootOf(thrown), 'message');
  const own = name === undefined || message.startsWith(name) ? message : `${name}: ${message}`;
  const text = because === undefined || message.includes(because) ? own : `${own} (${because})`;
  if (readable.test(text)) return text;
  return `thrown: ${shown(thrown)}`;
}

/** The actual error is at the end of a chain of causes, or the first of an aggregate. A chain may be cyclic. */
function rootOf(thrown: unknown): unknown {
  let root = thrown;
  for (let depth = 0; depth < 10; depth++) {
    const cause = fieldOf(root, 'cause') ?? firstOf(fieldOf(root, 'errors'));
    if (textIn(cause, 'message') === undefined) return root;
    root = cause;
  }
  return root;
}

/** The first frame of the program's own code, else the first: the fault is rarely inside Node or a package. */
function placeIn(stack: string): { readonly file: string; readonly line: number } | undefined {
  const frames = [...stack.slice(0, longestStack).matchAll(frame)].map(([, file, line]) => ({
    file: file!.replace(/^file:\/\//, ''),
    line: Number(line),
  }));
  return frames.find(({ file }) => !/^node:|[\\/]node_modules[\\/]/.test(file)) ?? frames[0];
}

/** `    at name (file:///app/a.ts:3:14)`, `    at async C:\app\a.js:3:14`. */
const frame = /^\s+at (?:.*\()?((?:[A-Za-z]:[\\/]|file:|node:|[^\s():])[^():\n]*?):(\d+)(?::\d+)?\)?$/gm;
const longestStack = 16_000;
const readable = /[\p{L}\p{N}]/u;

function shown(thrown: unknown): string {
  try {
    return (typeof thrown === 'object' && thrown !== null ? JSON.stringify(thrown) : String(thrown)) || typeof thrown;
  } catch {
    return typeof thrown;
  }
}

function textIn(thrown: unknown, field: string): string | undefined {
  const value = fieldOf(thrown, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function fieldOf(thrown: unknown, field: string): unknown {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  try {
    return (thrown as Record<string, unknown>)[field];
  } catch {
    return undefined;
  }
}
