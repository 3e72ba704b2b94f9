import type { What } from '../model/draft.ts';
import type { CallFacts, Ending, StepFacts } from '../memory/errors/error-stories.ts';
import { errorLines } from '../normalise/error-line.ts';
import { isRefusal } from '../normalise/failure.ts';
import { plain } from '../normalise/one-line.ts';
import { operationsOf } from '../normalise/operations.ts';
import { readOutput } from '../normalise/output.ts';
import { twoEnds } from '../normalise/two-ends.ts';

/** An event of a session with what it was made of. Keys are any names that stay the same. */
export interface ToldEvent {
  readonly key: string;
  readonly step: string | null;
  readonly parent: string | null;
  readonly turn: string | null;
  readonly at: number | null;
  readonly failed: boolean;
  readonly summary: string;
  readonly what: What;
}

/** Makes steps of the events of a session, each when it ends. A call whose result never comes is no step of a story. */
export class StepTeller {
  readonly #open = new Map<string, OpenCall>();
  #batch = 0;
  #answered = false;

  /** The step that this event ends; undefined when it ends none. */
  event(event: ToldEvent): StepFacts | undefined {
    const { what } = event;
    if (what.is === 'prompt') return { is: 'prompt', key: event.key, at: event.at, origin: what.origin };
    if (what.is === 'call') this.#call(event, what);
    return what.is === 'result' ? this.#result(event, what) : undefined;
  }

  #call({ key, at, parent, turn }: ToldEvent, { tool, input }: Extract<What, { is: 'call' }>): void {
    // Calls that are made before any of them is answered were issued together, whether or not the agent says so.
    if (this.#answered) this.#batch++;
    this.#answered = false;
    const message = parent !== null && parent !== turn ? parent : `batch ${this.#batch}`;
    this.#open.set(key, { key, at, tool, operations: operationsOf(tool, input), message });
    if (this.#open.size > mostOpen) this.#open.delete(this.#open.keys().next().value!);
  }

  #result({ step, at, failed, summary }: ToldEvent, what: Extract<What, { is: 'result' }>): StepFacts | undefined {
    this.#answered = true;
    const call = step === null ? undefined : this.#open.get(step);
    if (!call) return undefined;
    this.#open.delete(call.key);
    const { body, exitCode } = readOutput(what.output);
    const ended = endingOf(failed, what, body, what.exitCode ?? exitCode);
    const output = ended === 'ok' ? body.slice(0, keptOfSuccess) : plain(twoEnds(body));
    const isFailure = ended !== 'ok' && ended !== 'answered';
    return { is: 'call', ...call, at: at ?? call.at, ended, reason: isFailure ? summary : '', complaints: isFailure ? errorLines(output, mostComplaints) : [], output };
  }
}

type OpenCall = Pick<CallFacts, 'key' | 'at' | 'tool' | 'operations' | 'message'>;
const mostOpen = 512;
const mostComplaints = 40;
const keptOfSuccess = 4000;

function endingOf(failed: boolean, { status }: Extract<What, { is: 'result' }>, body: string, exitCode: number | undefined): Ending {
  if (!failed) return (exitCode ?? 0) !== 0 || status === 'failed' ? 'answered' : 'ok';
  if (status === 'interrupted') return 'interrupted';
  return status === 'denied' || isRefusal(body) ? 'denied' : 'failed';
}
