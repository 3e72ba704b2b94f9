import { createLinker } from '../causal/create-linker.ts';
import type { FoundCause, Linker } from '../causal/linker.ts';
import type { Draft, What } from '../model/draft.ts';
import type { SessionUid } from '../model/ids.ts';
import { clean } from '../normalise/clean.ts';
import type { NormalEvent } from '../normalise/normaliser.ts';
import { operationsOf } from '../normalise/operations.ts';
import { oneLine } from '../normalise/summary.ts';

/** Inline sub-agents of old Claude Code share a file; more than these never work at once. */
const mostSessions = 16;
/** A call follows what the agent said with it, or what it had just read, within a few events. */
const rememberedSayings = 64;
const mostEvidence = 3;

/** Asks, while a file is read, why each of its calls was made: one linker for every session in it. Not told of a session for long, its linker goes. */
export class SessionLinkers {
  readonly #sessions = new Map<SessionUid, Told>();
  readonly #create: () => Linker;

  constructor(create: () => Linker = createLinker) {
    this.#create = create;
  }

  cwd(session: SessionUid, path: string): void {
    this.#of(session).linker.cwd(path);
  }

  /** Gives the causes of a call, best first; of anything else none. Evidence is as it may be shown. */
  add(draft: Draft, event: NormalEvent): readonly FoundCause[] {
    const { linker, sayings } = this.#of(draft.session);
    const { what } = draft;
    if (what.is === 'call') return callCauses(draft, what, { linker, sayings });
    if (what.is === 'prompt') {
      linker.prompt({ key: draft.key, text: what.text, origin: what.origin });
      return [];
    }
    remember(sayings, draft.key);
    if (what.is === 'result') linker.result({ call: what.call, output: event.output ?? what.output, failed: event.failed });
    else if (event.role === 'assistant' && (what.is === 'message' || what.is === 'thinking')) linker.said(what.text);
    return [];
  }

  #of(session: SessionUid): Told {
    const told = this.#sessions.get(session) ?? { linker: this.#create(), sayings: new Set() };
    this.#sessions.delete(session);
    this.#sessions.set(session, told);
    if (this.#sessions.size > mostSessions) this.#sessions.delete(this.#sessions.keys().next().value!);
    return told;
  }
}

interface Told {
  readonly linker: Linker;
  /** Keys of the last events that are neither prompts nor calls. */
  readonly sayings: Set<string>;
}

function callCauses({ key, parent }: Draft, { tool, input }: Extract<What, { is: 'call' }>, { linker, sayings }: Told): readonly FoundCause[] {
  // Calls that hang on one saying came in one response. Some agents hang all calls of a turn on its prompt: that says nothing.
  const message = parent !== undefined && sayings.has(parent) ? { message: parent } : {};
  return linker.call({ key, ...message, tool, input, operations: operationsOf(tool, input) }).map(presentable);
}

function presentable(found: FoundCause): FoundCause {
  return { ...found, evidence: found.evidence.slice(0, mostEvidence).map((text) => oneLine(clean(text))) };
}

function remember(sayings: Set<string>, key: string): void {
  sayings.delete(key);
  sayings.add(key);
  if (sayings.size > rememberedSayings) sayings.delete(sayings.values().next().value!);
}
