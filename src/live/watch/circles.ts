import type { Event } from '../../model/event.ts';
import { eventRef, type EventId, type Key } from '../../model/ids.ts';
import { loopsFrom } from '../advice/loop.ts';

/** A call that fails again and again while nothing changes. */
export interface Circle {
  /** Of its latest failure. */
  readonly call: EventId;
  readonly times: number;
}

/** Fewer sessions run at once; inactive ones are forgotten. */
const maxSessions = 32;
const maxCalls = 200;

/**
 * Detects loops in the events of many sessions, in the order they are reported; each loop once. A session and its
 * sub-agents are one here. Any call ends a loop unless it only read or ran other checks: what it changed is not known
 * here, and the claim that nothing changed must be true.
 */
export class Circles {
  /** By their tree. */
  readonly #sessions = new Map<Key, Session>();

  add(event: Event): Circle | undefined {
    const session = this.#of(eventRef(event.id)!.tree);
    // A person who types may have edited something too.
    if (event.kind === 'user_msg') session.failures.clear();
    else if (event.tool !== null && event.step === event.id) session.calls.set(event.id, event);
    else if (event.step !== null && (event.kind === 'error' || event.kind === 'tool_result'))
      return ended(session, event);
    if (session.calls.size > maxCalls) session.calls.delete(session.calls.keys().next().value!);
    return undefined;
  }

  #of(tree: Key): Session {
    const known = this.#sessions.get(tree) ?? { calls: new Map(), failures: new Map(), reported: new Set() };
    this.#sessions.delete(tree);
    this.#sessions.set(tree, known);
    if (this.#sessions.size > maxSessions) this.#sessions.delete(this.#sessions.keys().next().value!);
    return known;
  }
}

interface Session {
  readonly calls: Map<EventId, Event>;
  /** By call: the failed calls, by the agent's ids. A hook and a transcript may report the same one. */
  readonly failures: Map<string, Set<string>>;
  readonly reported: Set<string>;
}

function ended({ calls, failures, reported }: Session, { step, failed }: Event): Circle | undefined {
  const call = calls.get(step!);
  // Truncated summaries cannot be compared.
  if (!call || call.summary.endsWith('…')) return undefined;
  const alike = failures.get(call.summary) ?? new Set();
  // A command that failed may have done half of its work.
  if (mayChange(call)) failures.clear();
  if (!failed) {
    failures.delete(call.summary);
    return undefined;
  }
  failures.set(call.summary, alike.add(call.native_id ?? call.id));
  if (alike.size < loopsFrom || reported.has(call.summary)) return undefined;
  reported.add(call.summary);
  return { call: call.id, times: alike.size };
}

function mayChange({ act }: Event): boolean {
  return act !== 'read' && act !== 'search' && act !== 'check' && act !== 'web' && act !== 'plan';
}
