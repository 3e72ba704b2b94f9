import type { DigestedFailure } from '../../model/digest-facts.ts';
import type { DigestOutcome } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Outcome } from '../../model/words.ts';
import { commandText } from './command-text.ts';
import { deliveryText } from './deliveries.ts';
import type { OpenPlan } from './open-ends.ts';
import type { Progress } from './progress.ts';
import { statement } from './request.ts';
import { asksBack, isGreeting, verdictOf, wantsAnswer, wantsDelivery, wantsRepair, wantsRevert } from './verdict.ts';

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
  readonly #progress: Progress;
  /** Of the calls that decide the outcome: the failure that was found in each. */
  readonly #failures = new Map<EventId, DigestedFailure>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Failures of the session, after its events. */
  failure(failure: DigestedFailure): void {
    if (
      [this.#progress.call, this.#progress.check, this.#progress.undelivered].some((call) => call?.id === failure.step)
    )
      this.#failures.set(failure.step, failure);
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
    if (facts.mayGoOn && this.#progress.awaitsAgent() && !facts.returned)
      return { ...found, what: 'unknown', reason: 'It is running.', isOver: false };
    if (found.what === 'abandoned' && facts.goesOn && this.#progress.last?.is !== 'interrupt')
      return { ...found, what: 'unknown', reason: 'Another session continues this one.' };
    const isShort = found.what === 'abandoned' || found.what === 'failed';
    if (!isShort || this.#progress.doneBefore === 0 || this.#progress.calls === 0) return found;
    return {
      ...found,
      what: 'partial',
      reason: `${withoutDot(found.reason)}; ${count(this.#progress.doneBefore, 'earlier request')} ${this.#progress.doneBefore === 1 ? 'was' : 'were'} done.`,
    };
  }

  #found(facts: EndingFacts): DigestOutcome {
    if (this.#progress.last === undefined)
      return unknown(this.#progress.command ? 'Only commands of the program.' : 'It has no events.');
    const { is, event } = this.#progress.last;
    switch (is) {
      case 'failure':
        return stopped.test(event.summary)
          ? { what: 'abandoned', reason: `Stopped: ${quoted(event.summary)}`, step: event.id }
          : { what: 'failed', reason: `Ended with a failure: ${quoted(event.summary)}`, step: event.id };
      case 'interrupt':
        // Claude Code stops so, too, when a plan is taken over into a new session.
        if (
          this.#progress.call?.act === 'plan' &&
          this.#progress.call.failed &&
          this.#progress.call.seq > (this.#progress.request.prompt?.seq ?? 0)
        )
          return this.#progress.doneBefore > 0
            ? { what: 'abandoned', reason: 'The last plan was not approved here.', step: this.#progress.call.id }
            : unknown('Ends with a plan; the work is in another session.', this.#progress.call.id);
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
    const verdict = this.#progress.hasBegun() ? verdictOf(prompt.summary) : undefined;
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
    const step = this.#progress.call?.id ?? event.id;
    const lost = this.#lost();
    if (lost) return lost;
    if (notApplied.test(event.summary))
      return { what: 'failed', reason: `The last edit was not applied: ${quoted(event.summary)}`, step };
    if (isSubagent && returned)
      return (
        this.#byChecks() ?? {
          what: 'success',
          reason: `Returned to its caller after ${count(this.#progress.calls, 'call')}.`,
          step,
        }
      );
    if (this.#progress.request.delivered && this.#progress.delivery!.seq > (this.#progress.edit?.seq ?? 0))
      return this.#deliveredMidway(this.#progress.delivery!);
    if (!this.#progress.isTalk)
      return (
        this.#byChecks() ??
        (this.#progress.call !== undefined && this.#isFailure(this.#progress.call)
          ? { what: 'failed', reason: `The last call failed: ${quoted(this.#progress.call.summary)}`, step }
          : unknown('Ends without a message, and nothing was checked.'))
      );
    const open = this.#progress.unanswered().at(-1);
    if (open !== undefined)
      return {
        what: 'abandoned',
        reason: `Ends in the middle: ${quoted(open.summary)} has no result.`,
        step: open.id,
      };
    const message = this.#progress.message;
    if (
      message &&
      message.seq > (this.#progress.edit?.seq ?? 0) &&
      this.#progress.edits > 0 &&
      claimsDone.test(message.summary)
    )
      return {
        what: 'success',
        reason: `The last message says it is done: ${quoted(message.summary)}`,
        step: message.id,
      };
    const { applied, edits } = this.#progress.request;
    // Aider writes its answer first and applies it then.
    if (applied && edits > 0 && statement(applied, 'intends') === undefined)
      return { what: 'success', reason: `Ended with ${count(edits, 'edit')} as answered, not checked.`, step };
    if (
      this.#progress.check === this.#progress.call &&
      this.#progress.request.edits > 0 &&
      this.#progress.check?.failed === false
    )
      return this.#byChecks()!;
    const last = quoted(this.#progress.call?.summary ?? event.summary);
    return {
      what: 'abandoned',
      reason: isSubagent
        ? `Did not return to its caller; the last call was ${last}`
        : `Ends in the middle, after ${last}`,
      step,
    };
  }

  #answered(answer: Event, facts: EndingFacts): DigestOutcome {
    const { prompt } = this.#progress.request;
    const declined = statement(answer, 'declines');
    if (
      prompt &&
      this.#progress.request.calls === 0 &&
      verdictOf(prompt.summary) === 'content' &&
      this.#progress.calls > 0
    )
      return this.#thanked(prompt);
    if (declined !== undefined && this.#progress.request.edits === 0 && !this.#progress.request.delivered)
      return {
        what: 'failed',
        reason: `The last answer says it could not be done: ${quoted(declined)}`,
        step: answer.id,
      };
    if (
      statement(answer, 'intends') !== undefined &&
      this.#progress.request.edits === 0 &&
      !this.#progress.request.delivered
    )
      return {
        what: 'abandoned',
        reason: `Ends with what it would do next: ${quoted(statement(answer, 'intends')!)}`,
        step: answer.id,
      };
    return this.#progress.calls === 0 ? this.#talked(answer, facts) : this.#worked(answer, facts);
  }

  /** Only messages: a question that was answered is done; an error that was reported may be there still. */
  #talked(answer: Event, { isSubagent, returned }: EndingFacts): DigestOutcome {
    const { prompt } = this.#progress.request;
    if (isSubagent && returned)
      return { what: 'success', reason: 'Returned to its caller with an answer.', step: answer.id };
    if (prompt === undefined || isGreeting(prompt.summary)) return unknown('Only a greeting.', answer.id);
    if (this.#progress.reports > 1)
      return {
        what: 'failed',
        reason: `The user came with an error ${this.#progress.reports} times, and nothing shows that an answer helped.`,
        step: prompt.id,
      };
    if (statement(prompt, 'reports') !== undefined)
      return unknown('The user reported an error, and nothing shows whether the answer helped.', answer.id);
    return { what: 'success', reason: `Answered: ${quoted(prompt.summary)}`, step: answer.id };
  }

  #worked(answer: Event, facts: EndingFacts): DigestOutcome {
    const { prompt, calls, edits, delivered } = this.#progress.request;
    const lost = this.#lost();
    if (lost) return lost;
    const checked = this.#byChecks(answer);
    if (checked && checked.what !== 'success') return checked;
    const good = this.#good(answer, checked);
    const left = this.#left(answer, facts);
    if (left) return { what: 'partial', reason: `${withoutDot(good.reason)}, but ${left.reason}`, step: left.step };
    const wasAskedFor =
      this.#progress.call === this.#progress.check && prompt !== undefined && wantsAnswer(prompt.summary);
    if (
      calls > 0 &&
      edits === 0 &&
      this.#progress.call &&
      !isLook(this.#progress.call) &&
      this.#isFailure(this.#progress.call) &&
      !wasAskedFor
    )
      return {
        what: 'failed',
        reason: `The last call failed and was not followed up: ${quoted(this.#progress.call.summary)}`,
        step: this.#progress.call.id,
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
    const reverted = this.#progress.reverted;
    const { prompt, edits } = this.#progress.request;
    if (!reverted || edits === 0 || (this.#progress.delivery && this.#progress.delivery.seq > reverted.seq))
      return undefined;
    if (prompt && wantsRevert(prompt.summary)) return undefined;
    return { what: 'failed', reason: `Its edits were thrown away: ${quoted(reverted.summary)}`, step: reverted.id };
  }

  /** Evidence for success. */
  #good(answer: Event, checked: DigestOutcome | undefined): DigestOutcome {
    const delivery = this.#progress.delivery;
    if (delivery && delivery.seq > (this.#progress.edit?.seq ?? 0)) return this.#delivered(delivery);
    if (checked) return checked;
    return this.#progress.edits > 0
      ? {
          what: 'success',
          reason: `Ended with an answer after ${count(this.#progress.edits, 'edit')}, not checked.`,
          step: answer.id,
        }
      : {
          what: 'success',
          reason: `Ended with an answer after ${count(this.#progress.calls, 'call')}.`,
          step: answer.id,
        };
  }

  /** Evidence against success, although the request was answered. */
  #left(answer: Event, { plan }: EndingFacts): { readonly reason: string; readonly step: EventId } | undefined {
    const { prompt, calls, edits, delivered } = this.#progress.request;
    const undelivered = this.#progress.undelivered;
    if (undelivered && prompt && (undelivered.seq > prompt.seq || wantsDelivery(prompt.summary)))
      return { reason: `${this.#stillFails(undelivered)}`, step: undelivered.id };
    // Many plans are written once and never ticked, and few are ticked to the end.
    const isKept = plan && plan.seq > (prompt?.seq ?? 0) && plan.done > 0 && plan.all - plan.done > 1;
    if (isKept && plan.seq > Math.max(this.#progress.passed?.seq ?? 0, this.#progress.delivery?.seq ?? 0))
      return { reason: `${plan.all - plan.done} of ${plan.all} items of its plan are left.`, step: plan.step };
    if (calls > 0) {
      const waits = statement(answer, 'waits');
      if (waits !== undefined) return { reason: `something is still under way: ${quoted(waits)}`, step: answer.id };
    }
    if (edits > 0 || delivered) {
      const open = statement(answer, 'open');
      if (open !== undefined) return { reason: `the last message says: ${quoted(open)}`, step: answer.id };
    }
    const isChecked = (this.#progress.check?.seq ?? 0) > (this.#progress.edit?.seq ?? 0) || delivered;
    if (prompt && edits > 0 && !isChecked) {
      if (this.#progress.objections > 1)
        return {
          reason: `the user complained ${this.#progress.objections} times, and nothing was checked since.`,
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
    const brought = this.#progress.brought?.step === delivery.id ? this.#progress.brought : undefined;
    return {
      what: 'success',
      reason: `The work was delivered: ${quoted(deliveryText(delivery, brought))}`,
      step: delivery.id,
    };
  }

  /** Delivered, and then a call that was begun has no result: more was to come. */
  #deliveredMidway(delivery: Event): DigestOutcome {
    const good = this.#delivered(delivery);
    const begun = this.#progress.unanswered().findLast(({ seq }) => seq > delivery.seq);
    if (begun === undefined) return good;
    return { what: 'partial', reason: `${good.reason}, but ${quoted(begun.summary)} has no result.`, step: begun.id };
  }

  /** What the last check shows about the last edit. */
  #byChecks(answer?: Event): DigestOutcome | undefined {
    const check = this.#progress.check;
    if (!check) return undefined;
    const isAfter = check.seq > (this.#progress.edit?.seq ?? 0);
    if (!this.#isFailure(check))
      return isAfter
        ? {
            what: 'success',
            reason: `The last check passed${this.#progress.edit ? ', after the last edit' : ''}: ${nameOf(check)}`,
            step: check.id,
          }
        : undefined;
    const failure = this.#failures.get(check.id);
    if (
      failure &&
      couldNotRun.test(failure.message) &&
      this.#progress.passed &&
      this.#progress.passed.seq > (this.#progress.edit?.seq ?? 0)
    )
      return {
        what: 'success',
        reason: `${nameOf(this.#progress.passed)} passed after the last edit; ${nameOf(check)} could not run: ${quoted(failure.message)}`,
        step: this.#progress.passed.id,
      };
    // Delivered all the same: whoever did so, and the hooks of the repository, did not mind.
    if (this.#progress.delivery && this.#progress.delivery.seq > check.seq) return undefined;
    if (answer && statement(answer, 'excuses') !== undefined) return undefined;
    if (!isAfter)
      return {
        what: 'partial',
        reason: `The last check failed and was not repeated after the last edit: ${nameOf(check)}`,
        step: check.id,
      };
    const { prompt, edits } = this.#progress.request;
    const wasAskedFor = prompt !== undefined && (this.#progress.objections > 0 || wantsRepair(prompt.summary));
    if (this.#progress.edits > 0 && !wasAskedFor)
      return {
        what: 'partial',
        reason: `${count(this.#progress.edits, 'edit')}, but ${this.#stillFails(check)}`,
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

const notApplied = /^Did not apply\b/i;
const stopped = /\b(?:abort|cancel|interrupt)/i;
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
