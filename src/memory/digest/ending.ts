import type { DigestOutcome } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import { commandText } from './command-text.ts';
import { deliveryText, isDelivery } from './deliveries.ts';
import { asksBack, givesUp, reportsError, verdictOf } from './verdict.ts';

/** Facts about the end of a session that its steps do not show. */
export interface EndingFacts {
  /** The outcome its agent recorded. */
  readonly recordedOutcome: Outcome;
  readonly isSubagent: boolean;
  /** What it found came back to the session that started it. */
  readonly returned: boolean;
  /** Another session goes on where it ended. */
  readonly goesOn: boolean;
  /** It was active so recently that it may not have ended at all. */
  readonly mayGoOn: boolean;
}

/**
 * How a session ended, from the evidence in it: what came last, whether checks passed after the last edit, what was
 * committed, and what the user said. Only what a rule can point at counts; a session without any is `unknown`.
 */
export class Ending {
  readonly #pending = new Map<EventId, Event>();
  #calls = 0;
  #edits = 0;
  #hasReplied = false;
  /** It contains messages of a person or a model: it is not a program's log. */
  #isTalk = false;
  /** The last event that moved the session on. */
  #last:
    | { readonly is: 'prompt' | 'message' | 'call' | 'result' | 'failure' | 'interrupt'; readonly event: Event }
    | undefined;
  #prompt: Event | undefined;
  #message: Event | undefined;
  #call: Event | undefined;
  #edit: Event | undefined;
  #check: Event | undefined;
  #delivery: Event | undefined;
  /** The result of the delivery. */
  #brought: Event | undefined;
  #turn = noTurn;

  add(event: Event): void {
    switch (event.kind) {
      case 'user_msg':
        this.#isTalk = true;
        if (event.origin === null || event.origin === 'human') this.#asked(event);
        return;
      case 'assistant_msg':
      case 'completion':
        if (event.summary === '') return;
        this.#hasReplied = this.#isTalk = true;
        // Some agents write the message of a call after the call.
        if (this.#last?.is === 'call' && event.at !== null && event.at < (this.#last.event.at ?? '')) return;
        this.#message = event;
        this.#last = { is: 'message', event };
        return;
      case 'tool_call':
      case 'test_run':
      case 'edit':
      case 'retry':
        return this.#called(event);
      case 'tool_result':
      case 'error':
        return event.role === 'system' ? this.#failed(event) : this.#returned(event);
      case 'human_intervention':
        if (event.type === 'queued_message') return;
        // An interrupt while nothing runs interrupts nothing.
        if (this.#last?.is !== 'message' || event.type !== 'interrupt') this.#last = { is: 'interrupt', event };
        return;
      case 'thinking':
        this.#isTalk = true;
        return;
      default:
        return;
    }
  }

  /** Calls without a result, made after the agent's last message. */
  unanswered(): readonly Event[] {
    const since = this.#message?.seq ?? 0;
    return [...this.#pending.values()].filter(({ seq }) => seq > since);
  }

  /** The prompt nobody answered. */
  unheard(): Event | undefined {
    return this.#last?.is === 'prompt' && verdictOf(this.#last.event.summary) !== 'content'
      ? this.#last.event
      : undefined;
  }

  outcome(facts: EndingFacts): DigestOutcome & { readonly isOver: boolean } {
    const found = { ...this.#found(facts), isOver: true };
    if (facts.recordedOutcome !== 'unknown' && facts.recordedOutcome !== found.what)
      return {
        isOver: true,
        what: facts.recordedOutcome,
        reason: `Recorded by the agent: ${outcomeText[facts.recordedOutcome]}.`,
        step: found.what === 'unknown' ? null : found.step,
      };
    if (found.what !== 'abandoned' || this.#last?.is === 'interrupt') return found;
    if (facts.goesOn) return { ...found, what: 'unknown', reason: 'Another session continues this one.' };
    return facts.mayGoOn ? { ...found, what: 'unknown', reason: 'It may still be running.', isOver: false } : found;
  }

  #asked(event: Event): void {
    this.#prompt = event;
    this.#turn = noTurn;
    this.#last = { is: 'prompt', event };
  }

  #called(event: Event): void {
    this.#calls++;
    this.#call = event;
    this.#last = { is: 'call', event };
    this.#pending.set(event.id, event);
    if (this.#pending.size > maxPending) this.#pending.delete(this.#pending.keys().next().value!);
    const edits = event.act === 'edit' && !event.failed;
    if (edits) {
      this.#edits++;
      this.#edit = event;
    }
    if (event.act === 'check' && !asksVersion.test(event.summary)) this.#check = event;
    if (!event.failed && isDelivery(event.marks)) this.#delivery = event;
    this.#turn = { calls: this.#turn.calls + 1, edits: this.#turn.edits + (edits ? 1 : 0) };
  }

  #returned(event: Event): void {
    if (event.step !== null) this.#pending.delete(event.step);
    if (this.#delivery !== undefined && event.step === this.#delivery.id) this.#brought = event;
    this.#last = { is: 'result', event };
  }

  #failed(event: Event): void {
    if (!passing.has(event.type ?? '')) this.#last = { is: 'failure', event };
  }

  #found(facts: EndingFacts): DigestOutcome {
    if (this.#last === undefined) return unknown('It has no events.');
    const { is, event } = this.#last;
    switch (is) {
      case 'failure':
        return stopped.test(event.summary)
          ? { what: 'abandoned', reason: `Stopped: ${quoted(event.summary)}`, step: event.id }
          : { what: 'failed', reason: `Ended with a failure: ${quoted(event.summary)}`, step: event.id };
      case 'interrupt':
        // Claude Code stops so, too, when a plan is taken over into a new session.
        if (this.#call?.act === 'plan' && this.#call.failed && this.#call.seq > (this.#prompt?.seq ?? 0))
          return unknown('Ends with a plan; the work is in another session.', this.#call.id);
        return {
          what: 'abandoned',
          reason:
            event.type === 'interrupt'
              ? 'The user stopped it and did not continue.'
              : `The user intervened and did not continue: ${quoted(event.summary)}`,
          step: event.id,
        };
      case 'prompt':
        return this.#afterPrompt(event);
      case 'call':
      case 'result':
        return this.#midway(event, facts);
      case 'message':
        return this.#answered(event, facts);
    }
  }

  #afterPrompt(prompt: Event): DigestOutcome {
    const verdict = this.#calls > 0 || this.#hasReplied ? verdictOf(prompt.summary) : undefined;
    if (verdict === 'content')
      return {
        what: 'success',
        reason: `The user's last message is positive: ${quoted(prompt.summary)}`,
        step: prompt.id,
      };
    if (verdict === 'discontent')
      return {
        what: 'failed',
        reason: `The user's last message says it was wrong: ${quoted(prompt.summary)}`,
        step: prompt.id,
      };
    return { what: 'abandoned', reason: `The last prompt has no answer: ${quoted(prompt.summary)}`, step: prompt.id };
  }

  /**
   * It ends in the middle of its work. Programs without messages always end so, and a sub-agent's last message may be
   * recorded by its caller only.
   */
  #midway(event: Event, { isSubagent, returned }: EndingFacts): DigestOutcome {
    if (isSubagent && returned)
      return (
        this.#byChecks(event) ?? {
          what: 'success',
          reason: `Returned to its caller after ${count(this.#calls, 'call')}.`,
          step: this.#call?.id ?? event.id,
        }
      );
    if (this.#delivery && this.#delivery.seq > (this.#edit?.seq ?? 0)) return this.#delivered(this.#delivery);
    if (!this.#isTalk)
      return (
        this.#byChecks(event) ??
        (this.#call?.failed === true
          ? { what: 'failed', reason: `The last call failed: ${quoted(this.#call.summary)}`, step: this.#call.id }
          : unknown('Ends without a message, and nothing was checked.'))
      );
    const open = this.unanswered().at(-1);
    if (open !== undefined)
      return {
        what: 'abandoned',
        reason: `Ends in the middle: ${quoted(open.summary)} has no result.`,
        step: open.id,
      };
    if (isSubagent)
      return {
        what: 'abandoned',
        reason: `Did not return to its caller; the last call was ${quoted(this.#call?.summary ?? event.summary)}`,
        step: this.#call?.id ?? event.id,
      };
    return {
      what: 'abandoned',
      reason: `Ends in the middle, after ${quoted(this.#call?.summary ?? event.summary)}`,
      step: this.#call?.id ?? event.id,
    };
  }

  #answered(answer: Event, { isSubagent, returned }: EndingFacts): DigestOutcome {
    const verdict = this.#prompt && verdictOf(this.#prompt.summary);
    if (this.#calls === 0) {
      if (givesUp(answer.summary)) return this.#gaveUp(answer);
      return isSubagent && returned
        ? { what: 'success', reason: 'Returned to its caller with an answer.', step: answer.id }
        : unknown('Only a conversation; no calls were made.', answer.id);
    }
    if (
      this.#delivery &&
      this.#delivery.seq > (this.#edit?.seq ?? 0) &&
      this.#delivery.seq > (this.#check?.failed === true ? this.#check.seq : 0)
    )
      return this.#delivered(this.#delivery);
    if (verdict === 'content' && this.#turn.calls === 0)
      return {
        what: 'success',
        reason: `The user's last message is positive: ${quoted(this.#prompt!.summary)}`,
        step: this.#prompt!.id,
      };
    if (givesUp(answer.summary) && this.#turn.edits === 0) return this.#gaveUp(answer);
    const checked = this.#byChecks(answer);
    if (checked) return checked;
    if (
      this.#call?.failed === true &&
      this.#turn.calls > 0 &&
      this.#turn.edits === 0 &&
      this.#call.act !== 'read' &&
      this.#call.act !== 'search'
    ) {
      return {
        what: 'failed',
        reason: `The last call failed and was not followed up: ${quoted(this.#call.summary)}`,
        step: this.#call.id,
      };
    }
    if (verdict === 'discontent')
      return unknown('The user said it was wrong, and nothing was checked since.', answer.id);
    if (this.#prompt && this.#turn.edits > 0 && reportsError(this.#prompt.summary))
      return unknown('The user reported an error, and nothing was checked since.', answer.id);
    if (this.#edits > 0)
      return {
        what: 'success',
        reason: `Ended with an answer after ${count(this.#edits, 'edit')}, not checked.`,
        step: answer.id,
      };
    if (asksBack(answer.summary)) return unknown('Ended with a question to the user.', answer.id);
    return { what: 'success', reason: `Ended with an answer after ${count(this.#calls, 'call')}.`, step: answer.id };
  }

  #gaveUp(answer: Event): DigestOutcome {
    return {
      what: 'failed',
      reason: `The last answer says it could not be done: ${quoted(answer.summary)}`,
      step: answer.id,
    };
  }

  #delivered(delivery: Event): DigestOutcome {
    const brought = this.#brought?.step === delivery.id ? this.#brought : undefined;
    return {
      what: 'success',
      reason: `The work was delivered: ${quoted(deliveryText(delivery, brought))}`,
      step: delivery.id,
    };
  }

  /** What the last check shows about the last edit. */
  #byChecks(end: Event): DigestOutcome | undefined {
    const check = this.#check;
    if (!check) return undefined;
    const what = quoted(commandText(check.tool, check.summary));
    const isAfter = check.seq > (this.#edit?.seq ?? 0);
    if (isAfter)
      return check.failed
        ? { what: 'failed', reason: `The last check failed: ${what}`, step: check.id }
        : {
            what: 'success',
            reason: `The last check passed${this.#edit ? ', after the last edit' : ''}: ${what}`,
            step: check.id,
          };
    return check.failed
      ? unknown(`The last check failed and was not repeated after the last edit: ${what}`, end.id)
      : undefined;
  }
}

const noTurn = { calls: 0, edits: 0 };
const maxPending = 256;
/** Failures an agent recovers from by itself. */
const passing: ReadonlySet<string> = new Set(['api_retry', 'hook', 'malformed_edit']);
/** Asks a tool about itself. */
const asksVersion = / (?:--version|--help|-[vVh])(?: |$)/;
const stopped = /\b(?:abort|cancel|interrupt)/i;
const outcomeText: Readonly<Record<Outcome, string>> = {
  success: 'done',
  failed: 'failed',
  abandoned: 'cancelled',
  unknown: '',
};

function unknown(reason: string, step: EventId | null = null): DigestOutcome {
  return { what: 'unknown', reason, step };
}

function quoted(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119).trimEnd()}…` : text;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
