import type { What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import type { Operation } from '../../normalise/operations/operations.ts';

/**
 * What a step does, however it is put: two steps with the same signature do the same in two runs of a task, whichever
 * agent, tool and folder each had. How much of a file is read, or what is written to it, is no part of it.
 */
export function signatureOf({ summary, tool, act, type, kind }: Event, what: What | null, cwd: string | null): string {
  if (tool === null && kind !== 'user_msg') return `${type ?? kind} ${flat(summary)}`;
  if (tool === null) return `prompt ${flat(what?.is === 'prompt' ? what.text : summary)}`;
  // What the archive no longer holds is known by its summary.
  if (what?.is !== 'call') return `${act} ${flat(summary)}`;
  const operations = operationsOf(parseCall(what.tool, what.input));
  const first = order.find((does) => operations.some((operation) => operation.does === does));
  const main = operations.filter(({ does }) => does === first).map((operation) => operationText(operation, cwd));
  return [...new Set(main)].join('; ');
}

/** What a step writes to files; nothing for one that writes none. */
export function writtenBy(what: What | null): string {
  if (what?.is !== 'call') return '';
  return operationsOf(parseCall(what.tool, what.input))
    .flatMap((operation) => (operation.does === 'edit' ? [operation.text] : []))
    .join('\n');
}

/** Of all that a call does the first of these is what it is for. */
const order: readonly Operation['does'][] = [
  'edit',
  'check',
  'vcs',
  'delegate',
  'fetch',
  'search',
  'look',
  'list',
  'run',
  'plan',
  'other',
];

function operationText(operation: Operation, cwd: string | null): string {
  const near = (path: string | undefined): string => relative(path ?? '', cwd);
  switch (operation.does) {
    case 'edit':
    case 'look':
      return `${operation.does} ${near(operation.path)}`;
    case 'search':
      return `search ${operation.pattern}`;
    case 'list':
      return `list ${near(operation.path)} ${operation.pattern ?? ''}`;
    case 'check':
      return `check ${operation.kind} ${command(operation.words, cwd)}`;
    case 'vcs':
      return `vcs ${operation.verb} ${operation.paths.map(near).join(' ')}`;
    case 'run':
      return `run ${command(operation.words, cwd)}`;
    case 'fetch':
      return `fetch ${flat(operation.target)}`;
    case 'delegate':
      return `delegate ${flat(operation.text).slice(0, 100)}`;
    case 'plan':
      return 'plan';
    case 'other':
      return `other ${flat(operation.text).slice(0, 200)}`;
  }
}

/** A program and what it works on; how it is to go about it are its flags. */
function command(words: readonly string[], cwd: string | null): string {
  return words
    .filter((word, at) => at === 0 || !word.startsWith('-'))
    .slice(0, 6)
    .map((word) => relative(word, cwd))
    .join(' ');
}

function relative(path: string, cwd: string | null): string {
  const folder = cwd?.replace(/\/+$/, '');
  const below = folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return below.replace(/^\.\//, '');
}

function flat(text: string): string {
  return text.slice(0, 2000).replace(/\s+/g, ' ').trim().toLowerCase();
}
