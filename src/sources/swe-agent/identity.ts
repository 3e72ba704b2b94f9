import { hash } from 'node:crypto';
import { sessionUid } from '../../model/ids.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';

export const flavor = 'swe-agent';

/** What only the beginning of the file shows, and its reader must know. */
export interface TrajectoryIdentity extends Identity {
  /** The conversation is in it as well: steps come from that, and `trajectory` only adds to them. */
  readonly hasHistory?: true;
}

export function matches(peek: Peek): boolean {
  return kindOf(peek) !== undefined;
}

/** Neither program writes an id. The first step and its exact duration are unique to a run. */
export function identify(peek: Peek): TrajectoryIdentity {
  const kind = kindOf(peek);
  const { head } = peek;
  const at = head.search(kind === 'mini' ? messages : trajectory.test(head) ? trajectory : history);
  const body = at < 0 ? head : head.slice(at);
  const marks = [
    /"execution_time"\s*:\s*([\d.e-]+)/,
    /"timestamp"\s*:\s*([\d.]+)/,
    /"id"\s*:\s*"([^"\\]{1,100})"/,
    /"response"\s*:\s*"((?:[^"\\]|\\.){1,300})/,
    /"role"\s*:\s*"assistant",\s*"content"\s*:\s*"((?:[^"\\]|\\.){1,300})/,
    /"action"\s*:\s*"((?:[^"\\]|\\.){1,200})/,
  ].map((pattern) => pattern.exec(body)?.[1] ?? '');
  const begun = Math.round(Number(marks[1]) * 1000);
  return {
    session: sessionUid(
      flavor,
      hash('sha256', marks.some((mark) => mark !== '') ? marks.join('\0') : body.slice(0, 2000), 'hex').slice(0, 16),
    ),
    ...(marks[1] !== '' && Number.isFinite(begun) && { begun }),
    ...(kind === 'trajectory' && hasHistory(peek) && { hasHistory: true }),
  };
}

export function documentOf(peek: Peek): DocumentShape | undefined {
  switch (kindOf(peek)) {
    case 'mini':
      return { records: ['messages'] };
    case 'trajectory':
      return { records: ['trajectory', 'history'] };
    case undefined:
      return undefined;
  }
}

// Keys, not text: in a text the quotes are escaped.
const trajectory = /(?<!\\)"trajectory"\s*:\s*\[\s*\{/;
const history = /(?<!\\)"history"\s*:\s*\[\s*\{/;
const messages = /(?<!\\)"messages"\s*:\s*\[\s*\{/;

function kindOf({ head, tail }: Peek): 'trajectory' | 'mini' | undefined {
  if (!/^\s*\{/.test(head) || isLines(head)) return undefined;
  const isMini = [head, tail].some((end) =>
    /(?<!\\)"trajectory_format"\s*:\s*"mini-swe-agent|(?<!\\)"mini_version"\s*:/.test(end),
  );
  if (isMini && messages.test(head)) return 'mini';
  if (
    trajectory.test(head) &&
    has(head, 'action') &&
    has(head, 'observation') &&
    (has(head, 'thought') || has(head, 'response'))
  )
    return 'trajectory';
  return history.test(head) &&
    has(head, 'role') &&
    has(head, 'agent') &&
    (has(head, 'message_type') || has(head, 'thought'))
    ? 'trajectory'
    : undefined;
}

function has(text: string, field: string): boolean {
  return new RegExp(`(?<!\\\\)"${field}"\\s*:`).test(text);
}

/** In files too long to be seen as a whole: messages of the conversation have an agent, steps have none. */
function hasHistory({ head, tail }: Peek): boolean {
  return [head, tail].some(
    (end) => history.test(end) || has(end, 'message_type') || (has(end, 'role') && has(end, 'agent')),
  );
}

/** A record a line, whatever is in them. */
function isLines(head: string): boolean {
  const end = head.indexOf('\n');
  if (end < 0 || head.slice(end).trim() === '') return false;
  try {
    JSON.parse(head.slice(0, end));
    return true;
  } catch {
    return false;
  }
}
