import type { Operation } from '../../../model/operation.ts';
import type { Origin } from '../../../model/words.ts';
import type { CallFacts, StepFacts } from './step-facts.ts';

/** An event of a session, as far as stories are about it. Keys are any names that stay the same. */
export type SteppedEvent =
  | { readonly is: 'prompt'; readonly key: string; readonly at: number | null; readonly origin: Origin }
  | {
      readonly is: 'call';
      readonly key: string;
      readonly at: number | null;
      readonly parent: string | undefined;
      readonly turn: string | undefined;
      readonly tool: string;
      readonly operations: readonly Operation[];
    }
  | { readonly is: 'result'; readonly call: string; readonly at: number | null; readonly ending: EndingFacts };

/** How a call ended. */
export type EndingFacts = Pick<CallFacts, 'ended' | 'reason' | 'complaints' | 'output'>;

/** Makes steps of the events of a session, each when it ends. A call whose result never comes is no step of a story. */
export class StepTeller {
  readonly #open = new Map<string, OpenCall>();
  #batch = 0;
  #answered = false;

  /** The step that this event ends; undefined when it ends none. */
  event(event: SteppedEvent): StepFacts | undefined {
    switch (event.is) {
      case 'prompt':
        return event;
      case 'call':
        this.#call(event);
        return undefined;
      case 'result':
        return this.#result(event);
    }
  }

  #call({ key, at, parent, turn, tool, operations }: Extract<SteppedEvent, { is: 'call' }>): void {
    // Calls that are made before any of them is answered were issued together, whether or not the agent says so.
    if (this.#answered) this.#batch++;
    this.#answered = false;
    const message = parent !== undefined && parent !== turn ? parent : `batch ${this.#batch}`;
    this.#open.set(key, { key, at, tool, operations, message });
    if (this.#open.size > mostOpen) this.#open.delete(this.#open.keys().next().value!);
  }

  #result({ call: key, at, ending }: Extract<SteppedEvent, { is: 'result' }>): StepFacts | undefined {
    this.#answered = true;
    const call = this.#open.get(key);
    if (!call) return undefined;
    this.#open.delete(key);
    return { is: 'call', ...call, at: at ?? call.at, ...ending };
  }
}

type OpenCall = Pick<CallFacts, 'key' | 'at' | 'tool' | 'operations' | 'message'>;
const mostOpen = 512;
