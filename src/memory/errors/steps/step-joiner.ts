import type { CallFacts, EventFacts, FailureFacts, ResultFacts } from '../../../model/event-facts.ts';
import type { FinishedCall } from './finished-call.ts';

/** Joins each call of a session with its result; a failure outside calls stands alone. A call whose result never comes is not a step of a story. */
export class StepJoiner {
  readonly #open: Map<string, OpenCall>;
  #batch: number;
  #isAnswered: boolean;

  /** `saved`: what `state` gave. */
  constructor({ open, batch, isAnswered }: JoinerState = { open: new Map(), batch: 0, isAnswered: false }) {
    this.#open = open;
    this.#batch = batch;
    this.#isAnswered = isAnswered;
  }

  /** Its parts are still in use, and change with the next event. */
  state(): JoinerState {
    return { open: this.#open, batch: this.#batch, isAnswered: this.#isAnswered };
  }

  /** Returns the call that this event ends; undefined when it ends none. `causes` are those its recorder named. */
  add(facts: EventFacts, causes: readonly string[] = []): FinishedCall | undefined {
    if (facts.is === 'result') return this.#result(facts);
    if (facts.is === 'failure') return this.#failure(facts, causes);
    if (facts.is === 'call') this.#call(facts);
    return undefined;
  }

  #call({ key, at, parent, turn, tool, operations, text }: CallFacts): void {
    // Calls made before any of them has a result were issued together, whether or not the agent records it.
    if (this.#isAnswered) this.#batch++;
    this.#isAnswered = false;
    const message = parent !== undefined && parent !== turn ? parent : `batch ${this.#batch}`;
    this.#open.set(key, { key, at, tool, operations, text: text.slice(0, longestText), message });
    if (this.#open.size > maxOpen) this.#open.delete(this.#open.keys().next().value!);
  }

  #result({ call: key, at, ending }: ResultFacts): FinishedCall | undefined {
    this.#isAnswered = true;
    const call = this.#open.get(key);
    if (!call) return undefined;
    this.#open.delete(key);
    return { ...call, at: at ?? call.at, ...ending };
  }

  #failure({ key, at, type, ending }: FailureFacts, causes: readonly string[]): FinishedCall {
    const call = causes.map((cause) => this.#open.get(cause)).find((open) => open !== undefined);
    const about = call && { about: { ...call, ...ending } };
    return { key, at, tool: type, operations: [], message: null, isOutside: true, ...about, ...ending };
  }
}

export interface JoinerState {
  readonly open: Map<string, OpenCall>;
  readonly batch: number;
  readonly isAnswered: boolean;
}

type OpenCall = Pick<FinishedCall, 'key' | 'at' | 'tool' | 'operations' | 'text' | 'message'>;
const maxOpen = 512;
/** Enough to compare two calls by; a whole file may be among the arguments. */
const longestText = 4_000;
