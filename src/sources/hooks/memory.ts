import { hash } from 'node:crypto';
import { name } from '../../platform/parse-records.ts';
import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { sortKeys } from '../reader/sort-keys.ts';
import type { HookCall } from '../agent/hook-event.ts';

/** Fewer calls run at once; older ones were interrupted. */
const maxCalls = 100;

export class HookMemory extends ReaderMemory {
  /** Calls that still run, by key, oldest first. */
  readonly open = new BoundedMap<OpenCall>(maxCalls);
  /**
   * Keys of calls that got a result recently and, by the key of a result without an id, its call's: a line that a crash
   * repeated is nothing new.
   */
  readonly done = new BoundedMap<string>(2 * maxCalls);
  /** Working directory of each session, as last stated. */
  readonly cwds = new BoundedMap<string>(maxCalls);
  /** Key of the last prompt of each session. */
  readonly turns = new BoundedMap<string>(maxCalls);

  close(key: string, answer: string): void {
    this.open.delete(key);
    for (const closed of [key, answer]) this.done.set(closed, key);
  }

  /** Whether the working directory of a session changed. */
  hasMoved(session: string, cwd: string | undefined): boolean {
    if (cwd === undefined || this.cwds.get(session) === cwd) return false;
    this.cwds.set(session, cwd);
    return true;
  }

  /** The latest such call: an equal one before it was interrupted, or failed without a hook. */
  openLike(likeness: string): string | undefined {
    return [...this.open].findLast(([, call]) => call.likeness === likeness)?.[0];
  }
}

export interface OpenCall {
  readonly session: string;
  readonly tool: string;
  /** Hash of session, tool and input: how a result without an id finds its call. */
  readonly likeness: string;
  readonly at?: number;
  /** The person was asked, so the time it took is not the tool's. */
  asked?: true;
}

/** Before and after a call, an agent may write its arguments in another order. */
export function likenessOf(session: string, { tool, input }: HookCall): string {
  return hash('sha256', JSON.stringify([session, tool, sortKeys(input)])).slice(0, 16);
}

/** Names of tools are kept in memory, and must stay short. */
export function toolName(tool: string): string {
  return name(tool)?.slice(0, 100) ?? 'unknown';
}
