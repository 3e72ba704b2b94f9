import { hash } from 'node:crypto';
import { isObject, list, name, number, object, text } from '../../platform/parse-records.ts';
import type { Json } from '../source.ts';
import type { HookCall } from '../agent/hook-event.ts';

/** What a reader remembers between lines: the calls that still run, and which were answered lately. */
export interface Memory {
  /** By key, oldest first. */
  readonly open: Map<string, OpenCall>;
  /**
   * Keys of calls that were answered, and by the key of an answer without an id, its call's: a line that a crash
   * repeated says nothing new.
   */
  readonly done: Map<string, string>;
  /** Working directory of each session, the last it told. */
  readonly cwds: Map<string, string>;
}

export interface OpenCall {
  readonly session: string;
  readonly tool: string;
  /** Stands for session, tool and input: how an answer without an id finds its call. */
  readonly likeness: string;
  readonly at?: number;
  /** The person was asked, so the time it took is not the tool's. */
  asked?: true;
}

/** More calls than this do not run at once; older ones were cut short. */
const most = 100;

export function memoryFrom(state: Json | undefined): Memory {
  const { open, done, cwds } = object(state);
  const calls = list(open).flatMap((entry): [string, OpenCall][] => {
    const [key, session, tool, likeness, at, asked] = list(entry);
    const call = { session: text(session) ?? '', tool: text(tool) ?? '', likeness: text(likeness) ?? '' };
    const when = number(at);
    return typeof key === 'string'
      ? [[key, { ...call, ...(when === undefined ? {} : { at: when }), ...(asked === true ? { asked } : {}) }]]
      : [];
  });
  return {
    open: new Map(calls),
    done: new Map(list(done) as [string, string][]),
    cwds: new Map(list(cwds) as [string, string][]),
  };
}

export function stateOf({ open, done, cwds }: Memory): Json {
  return {
    open: [...open].map(([key, { session, tool, likeness, at, asked }]) => [
      key,
      session,
      tool,
      likeness,
      at ?? null,
      asked ?? false,
    ]),
    done: [...done],
    cwds: [...cwds],
  };
}

export function opened(memory: Memory, key: string, call: OpenCall): void {
  memory.open.set(key, call);
  if (memory.open.size > most) memory.open.delete(memory.open.keys().next().value!);
}

export function closed({ open, done }: Memory, key: string, answer: string): void {
  open.delete(key);
  for (const name of [key, answer]) done.set(name, key);
  while (done.size > 2 * most) done.delete(done.keys().next().value!);
}

/** Whether it is news that a session works there. */
export function moved({ cwds }: Memory, session: string, cwd: string | undefined): boolean {
  if (cwd === undefined || cwds.get(session) === cwd) return false;
  cwds.set(session, cwd);
  if (cwds.size > most) cwds.delete(cwds.keys().next().value!);
  return true;
}

/** The latest: an equal one before it was cut short or failed without a word. */
export function openLike({ open }: Memory, likeness: string): string | undefined {
  return [...open].findLast(([, call]) => call.likeness === likeness)?.[0];
}

export function likenessOf(session: string, { tool, input }: HookCall): string {
  return hash('sha256', JSON.stringify([session, tool, sorted(input)])).slice(0, 16);
}

/** Before and after a call, an agent may write its arguments in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((field) => [field, sorted(value[field])]),
  );
}

/** Names of tools are remembered, and must stay names. */
export function toolName(tool: string): string {
  return name(tool)?.slice(0, 100) ?? 'unknown';
}
