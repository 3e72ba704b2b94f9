import type { DigestedFailure } from '../../model/digest-facts.ts';
import type { DigestOutcome } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import { commandText } from './command-text.ts';
import { deliveryText, isDelivery } from './deliveries.ts';
import type { OpenPlan } from './open-ends.ts';
import { Request, statement } from './request.ts';
import {
  asksBack,
  isBareCommand,
  isFarewell,
  isGreeting,
  verdictOf,
  wantsAnswer,
  wantsDelivery,
  wantsRepair,
  wantsRevert,
} from './verdict.ts';

/** Facts about the end of a session that its steps do not show. */
export interface EndingFacts {
  /** The outcome its agent recorded. */
  readonly recordedOutcome: Outcome;
  readonly isSubagent: boolean;
  /** What it found came back to the session that started it. */
  readonly returned: boolean;
  /** Another session goes on where it ended. */
  readonly goesOn: boolean;
  /** It was active so recently that it runs, if its agent has still to do something. */
  readonly mayGoOn: boolean;
  /** The last plan, if items of it are left. */
  readonly plan: OpenPlan | undefined;
}

/**
 * How a session ended, from the evidence in it: what was asked last and what became of it, which checks still fail,
 * what was delivered, what the agent and the person stated. Only what a rule can point at counts; a session without any
 * is `unknown`. docs/digests.md has the rules.
 */
export class Ending {
  readonly #pending = new Map<EventId, Event>();
  #calls = 0;
  #edits = 0;
  #hasReplied = false;
  /** It contains messages of a person or a model: it is not a program's log. */
  #isTalk = false;
  /** The last call that a person made. */
  #personsCall: EventId | undefined;
  /** The last event that moved the session on. */
  #last:
    | { readonly is: 'prompt' | 'message' | 'call' | 'result' | 'failure' | 'interrupt'; readonly event: Event }
    | undefined;
  #message: Event | undefined;
  #call: Event | undefined;
  #edit: Event | undefined;
  #check: Event | undefined;
  /** The last check that passed. */
  #passed: Event | undefined;
  #delivery: Event | undefined;
  /** The result of the delivery. */
  #brought: Event | undefined;
  /** A commit, push or pull request that failed, and was not repeated with success. */
  #undelivered: Event | undefined;
  /** Threw away edits: a reset, a checkout of files, an undo. */
  #reverted: Event | undefined;
  #request = new Request(undefined);
  /** A command such as `/review`: a request only if the agent does something after it. */
  #command: Event | undefined;
  /** How many earlier requests were done. */
  #doneBefore = 0;
  /** How many prompts in a row complain or report an error. */
  #objections = 0;
  /** How many prompts report an error. */
  #reports = 0;
  /** Of the calls that decide the outcome: the failure that was found in each. */
  readonly #failures = new Map<EventId, DigestedFailure>();

  add(event: Event): void {
    switch (event.kind) {
      case 'user_msg':
        this.#isTalk = true;
        if (event.origin === null || event.origin === 'human') this.#prompted(event);
        return;
      case 'assistant_msg':
      case 'completion':
        if (event.summary !== '') this.#answeredWith(event);
        return;
      case 'tool_call':
      case 'test_run':
      case 'edit':
      case 'retry':
        return event.role === 'user' ? this.#ranByPerson(event) : this.#called(event);
      case 'tool_result':
      case 'error':
        return event.role === 'system' ? this.#failed(event) : this.#returned(event);
      case 'human_intervention':
        if (event.type === 'queued_message') return;
        if (!this.#interruptsNothing(event)) this.#last = { is: 'interrupt', event };
        return;
      case 'thinking':
        this.#isTalk = true;
        return;
      default:
        return;
    }
  }

  /** Failures of the session, after its events. */
  failure(failure: DigestedFailure): void {
    if ([this.#call, this.#check, this.#undelivered].some((call) => call?.id === failure.step))
      this.#failures.set(failure.step, failure);
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

  /** Whether the agent has still to do something: the last event is a request, a call or its result. */
  awaitsAgent(): boolean {
    return this.unheard() !== undefined || this.#last?.is === 'call' || this.#last?.is === 'result';
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
    if (facts.mayGoOn && this.awaitsAgent() && !facts.returned)
      return { ...found, what: 'unknown', reason: 'It is running.', isOver: false };
    if (found.what === 'abandoned' && facts.goesOn && this.#last?.is !== 'interrupt')
      return { ...found, what: 'unknown', reason: 'Another session continues this one.' };
    const isShort = found.what === 'abandoned' || found.what === 'failed';
    if (!isShort || this.#doneBefore === 0 || this.#calls === 0) return found;
    return {
      ...found,
      what: 'partial',
      reason: `${withoutDot(found.reason)}; ${count(this.#doneBefore, 'earlier request')} ${this.#doneBefore === 1 ? 'was' : 'were'} done.`,
    };
  }

  /** Nothing runs once the agent has answered. Aider asks for a second ^C to exit, whatever runs. */
  #interruptsNothing({ type, summary }: Event): boolean {
    if (type !== 'interrupt') return false;
    return this.#last?.is === 'message' || (this.#last?.is !== 'prompt' && /\bto exit$/.test(summary));
  }

  #prompted(event: Event): void {
    if (isFarewell(event.summary)) return;
    if (isBareCommand(event.summary)) {
      this.#command = event;
      return;
    }
    this.#asked(event);
  }

  #asked(event: Event): void {
    this.#command = undefined;
    if (this.#last?.is !== 'interrupt' && this.#request.isDoneBefore(event)) this.#doneBefore++;
    const reports = statement(event, 'reports') !== undefined;
    if (reports) this.#reports++;
    const complains = (this.#calls > 0 || this.#hasReplied) && (reports || verdictOf(event.summary) === 'discontent');
    this.#objections = complains ? this.#objections + 1 : 0;
    this.#request = new Request(event);
    this.#last = { is: 'prompt', event };
  }

  #answeredWith(event: Event): void {
    if (this.#command) this.#asked(this.#command);
    this.#hasReplied = this.#isTalk = true;
    // Some agents write the message of a call after the call.
    if (this.#last?.is === 'call' && event.at !== null && event.at < (this.#last.event.at ?? '')) return;
    this.#message = event;
    this.#request.answeredWith(event);
    this.#last = { is: 'message', event };
  }

  #called(event: Event): void {
    if (this.#command && event.role !== 'system') this.#asked(this.#command);
    this.#calls++;
    this.#call = event;
    this.#last = { is: 'call', event };
    this.#pending.set(event.id, event);
    if (this.#pending.size > maxPending) this.#pending.delete(this.#pending.keys().next().value!);
    this.#request.called(event);
    if (event.act === 'edit' && !event.failed) {
      this.#edits++;
      this.#edit = event;
      this.#reverted = undefined;
    }
    this.#checked(event);
    if (isDelivery(event.marks)) {
      if (event.failed) this.#undelivered = event;
      else {
        this.#delivery = event;
        this.#undelivered = undefined;
      }
    }
    if (!event.failed && (throwsAway.test(event.summary) || event.tool === 'git_undo')) this.#reverted = event;
  }

  /** What a person runs is no work of the agent; a check is evidence, whoever runs it. */
  #ranByPerson(event: Event): void {
    this.#personsCall = event.id;
    this.#checked(event);
  }

  #checked(event: Event): void {
    if (event.act !== 'check' || asksVersion.test(event.summary)) return;
    this.#check = event;
    if (!event.failed) this.#passed = event;
  }

  #returned(event: Event): void {
    if (event.step !== null) this.#pending.delete(event.step);
    // Aider takes its last commit back.
    if (event.tool === 'git_undo' && !event.failed) this.#reverted = event;
    if (this.#delivery !== undefined && event.step === this.#delivery.id) this.#brought = event;
    if (event.step === null || event.step !== this.#personsCall) this.#last = { is: 'result', event };
  }

  #failed(event: Event): void {
    if (!passing.has(event.type ?? '')) this.#last = { is: 'failure', event };
  }

  #found(facts: EndingFacts): DigestOutcome {
    if (this.#last === undefined) return unknown(this.#command ? 'Only commands of the program.' : 'It has no events.');
    const { is, event } = this.#last;
    switch (is) {
      case 'failure':
        return stopped.test(event.summary)
          ? { what: 'abandoned', reason: `Stopped: ${quoted(event.summary)}`, step: event.id }
          : { what: 'failed', reason: `Ended with a failure: ${quoted(event.summary)}`, step: event.id };
      case 'interrupt':
        // Claude Code stops so, too, when a plan is taken over into a new session.
        if (this.#call?.act === 'plan' && this.#call.failed && this.#call.seq > (this.#request.prompt?.seq ?? 0))
          return this.#doneBefore > 0
            ? { what: 'abandoned', reason: 'The last plan was not approved here.', step: this.#call.id }
            : unknown('Ends with a plan; the work is in another session.', this.#call.id);
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
    if (verdict === 'content') return this.#thanked(prompt);
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
    const step = this.#call?.id ?? event.id;
    const lost = this.#lost();
    if (lost) return lost;
    if (notApplied.test(event.summary))
      return { what: 'failed', reason: `The last edit was not applied: ${quoted(event.summary)}`, step };
    if (isSubagent && returned)
      return (
        this.#byChecks() ?? {
          what: 'success',
          reason: `Returned to its caller after ${count(this.#calls, 'call')}.`,
          step,
        }
      );
    if (this.#request.delivered && this.#delivery!.seq > (this.#edit?.seq ?? 0))
      return this.#deliveredMidway(this.#delivery!);
    if (!this.#isTalk)
      return (
        this.#byChecks() ??
        (this.#call !== undefined && this.#isFailure(this.#call)
          ? { what: 'failed', reason: `The last call failed: ${quoted(this.#call.summary)}`, step }
          : unknown('Ends without a message, and nothing was checked.'))
      );
    const open = this.unanswered().at(-1);
    if (open !== undefined)
      return {
        what: 'abandoned',
        reason: `Ends in the middle: ${quoted(open.summary)} has no result.`,
        step: open.id,
      };
    const message = this.#message;
    if (message && message.seq > (this.#edit?.seq ?? 0) && this.#edits > 0 && claimsDone.test(message.summary))
      return {
        what: 'success',
        reason: `The last message says it is done: ${quoted(message.summary)}`,
        step: message.id,
      };
    const { applied, edits } = this.#request;
    // Aider writes its answer first and applies it then.
    if (applied && edits > 0 && statement(applied, 'intends') === undefined)
      return { what: 'success', reason: `Ended with ${count(edits, 'edit')} as answered, not checked.`, step };
    if (this.#check === this.#call && this.#request.edits > 0 && this.#check?.failed === false)
      return this.#byChecks()!;
    const last = quoted(this.#call?.summary ?? event.summary);
    return {
      what: 'abandoned',
      reason: isSubagent
        ? `Did not return to its caller; the last call was ${last}`
        : `Ends in the middle, after ${last}`,
      step,
    };
  }

  #answered(answer: Event, facts: EndingFacts): DigestOutcome {
    const { prompt } = this.#request;
    const declined = statement(answer, 'declines');
    if (prompt && this.#request.calls === 0 && verdictOf(prompt.summary) === 'content' && this.#calls > 0)
      return this.#thanked(prompt);
    if (declined !== undefined && this.#request.edits === 0 && !this.#request.delivered)
      return {
        what: 'failed',
        reason: `The last answer says it could not be done: ${quoted(declined)}`,
        step: answer.id,
      };
    if (statement(answer, 'intends') !== undefined && this.#request.edits === 0 && !this.#request.delivered)
      return {
        what: 'abandoned',
        reason: `Ends with what it would do next: ${quoted(statement(answer, 'intends')!)}`,
        step: answer.id,
      };
    return this.#calls === 0 ? this.#talked(answer, facts) : this.#worked(answer, facts);
  }

  /** Only messages: a question that was answered is done; an error that was reported may be there still. */
  #talked(answer: Event, { isSubagent, returned }: EndingFacts): DigestOutcome {
    const { prompt } = this.#request;
    if (isSubagent && returned)
      return { what: 'success', reason: 'Returned to its caller with an answer.', step: answer.id };
    if (prompt === undefined || isGreeting(prompt.summary)) return unknown('Only a greeting.', answer.id);
    if (this.#reports > 1)
      return {
        what: 'failed',
        reason: `The user came with an error ${this.#reports} times, and nothing shows that an answer helped.`,
        step: prompt.id,
      };
    if (statement(prompt, 'reports') !== undefined)
      return unknown('The user reported an error, and nothing shows whether the answer helped.', answer.id);
    return { what: 'success', reason: `Answered: ${quoted(prompt.summary)}`, step: answer.id };
  }

  #worked(answer: Event, facts: EndingFacts): DigestOutcome {
    const { prompt, calls, edits, delivered } = this.#request;
    const lost = this.#lost();
    if (lost) return lost;
    const checked = this.#byChecks(answer);
    if (checked && checked.what !== 'success') return checked;
    const good = this.#good(answer, checked);
    const left = this.#left(answer, facts);
    if (left) return { what: 'partial', reason: `${withoutDot(good.reason)}, but ${left.reason}`, step: left.step };
    const wasAskedFor = this.#call === this.#check && prompt !== undefined && wantsAnswer(prompt.summary);
    if (calls > 0 && edits === 0 && this.#call && !isLook(this.#call) && this.#isFailure(this.#call) && !wasAskedFor)
      return {
        what: 'failed',
        reason: `The last call failed and was not followed up: ${quoted(this.#call.summary)}`,
        step: this.#call.id,
      };
    if (prompt && edits === 0 && !delivered && asksBack(statement(answer, 'asks') ?? '') && isTask(prompt.summary))
      return {
        what: 'abandoned',
        reason: `Asked back and got no reply: ${quoted(statement(answer, 'asks')!)}`,
        step: answer.id,
      };
    return good;
  }

  /** The edits of the last request were thrown away, and nobody had asked for that. */
  #lost(): DigestOutcome | undefined {
    const reverted = this.#reverted;
    const { prompt, edits } = this.#request;
    if (!reverted || edits === 0 || (this.#delivery && this.#delivery.seq > reverted.seq)) return undefined;
    if (prompt && wantsRevert(prompt.summary)) return undefined;
    return { what: 'failed', reason: `Its edits were thrown away: ${quoted(reverted.summary)}`, step: reverted.id };
  }

  /** Evidence for success. */
  #good(answer: Event, checked: DigestOutcome | undefined): DigestOutcome {
    const delivery = this.#delivery;
    if (delivery && delivery.seq > (this.#edit?.seq ?? 0)) return this.#delivered(delivery);
    if (checked) return checked;
    return this.#edits > 0
      ? {
          what: 'success',
          reason: `Ended with an answer after ${count(this.#edits, 'edit')}, not checked.`,
          step: answer.id,
        }
      : { what: 'success', reason: `Ended with an answer after ${count(this.#calls, 'call')}.`, step: answer.id };
  }

  /** Evidence against success, although the request was answered. */
  #left(answer: Event, { plan }: EndingFacts): { readonly reason: string; readonly step: EventId } | undefined {
    const { prompt, calls, edits, delivered } = this.#request;
    const undelivered = this.#undelivered;
    if (undelivered && prompt && (undelivered.seq > prompt.seq || wantsDelivery(prompt.summary)))
      return { reason: `${this.#stillFails(undelivered)}`, step: undelivered.id };
    // Many plans are written once and never ticked, and few are ticked to the end.
    const isKept = plan && plan.seq > (prompt?.seq ?? 0) && plan.done > 0 && plan.all - plan.done > 1;
    if (isKept && plan.seq > Math.max(this.#passed?.seq ?? 0, this.#delivery?.seq ?? 0))
      return { reason: `${plan.all - plan.done} of ${plan.all} items of its plan are left.`, step: plan.step };
    if (calls > 0) {
      const waits = statement(answer, 'waits');
      if (waits !== undefined) return { reason: `something is still under way: ${quoted(waits)}`, step: answer.id };
    }
    if (edits > 0 || delivered) {
      const open = statement(answer, 'open');
      if (open !== undefined) return { reason: `the last message says: ${quoted(open)}`, step: answer.id };
    }
    const isChecked = (this.#check?.seq ?? 0) > (this.#edit?.seq ?? 0) || delivered;
    if (prompt && edits > 0 && !isChecked) {
      if (this.#objections > 1)
        return {
          reason: `the user complained ${this.#objections} times, and nothing was checked since.`,
          step: prompt.id,
        };
      if (verdictOf(prompt.summary) === 'discontent')
        return { reason: `the user said before: ${quoted(prompt.summary)}`, step: prompt.id };
    }
    return undefined;
  }

  #thanked(prompt: Event): DigestOutcome {
    return {
      what: 'success',
      reason: `The user's last message is positive: ${quoted(prompt.summary)}`,
      step: prompt.id,
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

  /** Delivered, and then a call that was begun has no result: more was to come. */
  #deliveredMidway(delivery: Event): DigestOutcome {
    const good = this.#delivered(delivery);
    const begun = this.unanswered().findLast(({ seq }) => seq > delivery.seq);
    if (begun === undefined) return good;
    return { what: 'partial', reason: `${good.reason}, but ${quoted(begun.summary)} has no result.`, step: begun.id };
  }

  /** What the last check shows about the last edit. */
  #byChecks(answer?: Event): DigestOutcome | undefined {
    const check = this.#check;
    if (!check) return undefined;
    const isAfter = check.seq > (this.#edit?.seq ?? 0);
    if (!this.#isFailure(check))
      return isAfter
        ? {
            what: 'success',
            reason: `The last check passed${this.#edit ? ', after the last edit' : ''}: ${nameOf(check)}`,
            step: check.id,
          }
        : undefined;
    const failure = this.#failures.get(check.id);
    if (failure && couldNotRun.test(failure.message) && this.#passed && this.#passed.seq > (this.#edit?.seq ?? 0))
      return {
        what: 'success',
        reason: `${nameOf(this.#passed)} passed after the last edit; ${nameOf(check)} could not run: ${quoted(failure.message)}`,
        step: this.#passed.id,
      };
    // Delivered all the same: whoever did so, and the hooks of the repository, did not mind.
    if (this.#delivery && this.#delivery.seq > check.seq) return undefined;
    if (answer && statement(answer, 'excuses') !== undefined) return undefined;
    if (!isAfter)
      return {
        what: 'partial',
        reason: `The last check failed and was not repeated after the last edit: ${nameOf(check)}`,
        step: check.id,
      };
    const { prompt, edits } = this.#request;
    const wasAskedFor = prompt !== undefined && (this.#objections > 0 || wantsRepair(prompt.summary));
    if (this.#edits > 0 && !wasAskedFor)
      return {
        what: 'partial',
        reason: `${count(this.#edits, 'edit')}, but ${this.#stillFails(check)}`,
        step: check.id,
      };
    if (answer && prompt && check.seq > prompt.seq && edits === 0 && wantsAnswer(prompt.summary)) return undefined;
    return { what: 'failed', reason: this.#stillFails(check), step: check.id };
  }

  #stillFails(call: Event): string {
    const message = this.#failures.get(call.id)?.message;
    return `${nameOf(call)} still fails${message === undefined ? '' : `: ${quoted(message)}`}`;
  }

  /** Failed for real: a search without a match, or a call that was cancelled, says nothing about the work. */
  #isFailure(call: Event): boolean {
    const kind = this.#failures.get(call.id)?.kind;
    return call.failed && kind !== 'benign' && kind !== 'cascade';
  }
}

const maxPending = 256;
/** Failures an agent recovers from by itself. */
const passing: ReadonlySet<string> = new Set(['api_retry', 'hook', 'malformed_edit']);
/** Asks a tool about itself. */
const asksVersion = / (?:--version|--help|-[vVh])(?: |$)/;
const notApplied = /^Did not apply\b/i;
const stopped = /\b(?:abort|cancel|interrupt)/i;
const throwsAway = /\bgit (?:reset --hard|restore (?!--staged)|checkout (?:-- |\.(?: |$))|revert\b)/;
/** The check was not there, or its surroundings were not: it says nothing about the work. */
const couldNotRun =
  /\b(?:ENOTFOUND|ECONNREFUSED|EAI_AGAIN|getaddrinfo|command not found|not recognized as|permission denied|operation not permitted|EPERM|EACCES|SIGABRT|SIGKILL|missing script|no tests? (?:found|ran)|network is unreachable)\b/i;
const claimsDone =
  /^(?:perfect|excellent|great|done|success|✅|🎉|all (?:done|tests))|\b(?:is|are) (?:now )?(?:complete|done|working|ready)\b|\bsuccessfully\b/i;
const outcomeText: Readonly<Record<Outcome, string>> = {
  success: 'done',
  partial: 'partly done',
  failed: 'failed',
  abandoned: 'cancelled',
  unknown: '',
};

function nameOf(call: Event): string {
  return quoted(commandText(call.tool, call.summary));
}

/** Asks to have something done. */
function isTask(prompt: string): boolean {
  return !wantsAnswer(prompt) && !isGreeting(prompt);
}

function isLook({ act }: Event): boolean {
  return act === 'read' || act === 'search';
}

function unknown(reason: string, step: EventId | null = null): DigestOutcome {
  return { what: 'unknown', reason, step };
}

function quoted(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119).trimEnd()}…` : text;
}

function withoutDot(text: string): string {
  return text.replace(/\.$/, '');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
