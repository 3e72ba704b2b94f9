import type { Event } from '../../model/event.ts';
import { isDelivery } from './deliveries.ts';
import type { MessageMark } from './message-marks.ts';
import { isGreeting, isQuestion, isTask, verdictOf, wantsEdit } from './verdict.ts';

/** One request of a person, and what was done for it. */
export class Request {
  /** Undefined: work that nobody asked for in a prompt, such as a program's log. */
  readonly prompt: Event | undefined;
  calls = 0;
  edits = 0;
  delivered = false;
  /** Its last check failed. */
  isFailing = false;
  /** Its last call failed, and was no look. */
  #failedCall = false;
  /** The last edit, if it failed and nothing was written since. */
  failedEdit: Event | undefined;
  /** It has done more than look and plan. */
  hasActed = false;
  /** The last message, if nothing was done after it. */
  answer: Event | undefined;
  /** The last message, if it was followed by edits and commits only. */
  applied: Event | undefined;

  constructor(prompt: Event | undefined) {
    this.prompt = prompt;
  }

  called(call: Event): void {
    this.calls++;
    this.answer = undefined;
    if (call.act === 'check') this.isFailing = call.failed;
    this.#failedCall = call.failed && !isLook(call);
    if (call.failed || (call.act !== 'edit' && !isDelivery(call.marks))) this.applied = undefined;
    if (call.act === 'edit' && call.failed) this.failedEdit = call;
    if (call.failed) return;
    if (writes(call)) this.failedEdit = undefined;
    if (!changesNothing(call)) this.hasActed = true;
    if (call.act === 'edit') this.edits++;
    if (isDelivery(call.marks)) this.delivered = true;
  }

  answeredWith(message: Event): void {
    this.answer = this.applied = message;
  }

  /** Whether it was done, as far as the next request shows: it was answered, and the person does not complain. */
  isDoneBefore(next: Event): boolean {
    if (this.prompt === undefined || isGreeting(this.prompt.summary)) return false;
    if (verdictOf(next.summary) === 'discontent' || statement(next, 'reports') !== undefined) return false;
    if (next.summary === this.prompt.summary) return false;
    if (this.delivered) return true;
    if (this.isFailing || (this.#failedCall && this.edits === 0)) return false;
    const message = this.answer ?? this.applied;
    if (message === undefined || this.askedBack() !== undefined) return false;
    if (this.edits === 0 && (this.failedEdit !== undefined || wantsEdit(this.prompt.summary))) return false;
    return notDone.every((word) => statement(message, word) === undefined);
  }

  isTask(): boolean {
    return this.prompt !== undefined && !isQuestion(this.prompt.summary) && !isGreeting(this.prompt.summary);
  }

  /** Whether it was a task, and nothing but looking was done for it. */
  isUntouched(): boolean {
    return this.isTask() && !this.hasActed && this.edits === 0;
  }

  isRefused(): boolean {
    return this.answer !== undefined && statement(this.answer, 'declines') !== undefined;
  }

  /** What the answer wants to know or to have, instead of what was asked for. */
  askedBack(): string | undefined {
    if (!this.prompt || !this.answer || this.edits > 0 || this.delivered) return undefined;
    const question = isTask(this.prompt.summary) ? statement(this.answer, 'asks') : undefined;
    return question ?? (isQuestion(this.prompt.summary) ? undefined : statement(this.answer, 'needs'));
  }
}

export function isLook({ act }: Event): boolean {
  return act === 'read' || act === 'search';
}

/** Looks, plans, or lets others look. */
function changesNothing(call: Event): boolean {
  return isLook(call) || call.act === 'web' || call.act === 'plan' || call.act === 'agent';
}

function writes({ act, marks }: Event): boolean {
  return act === 'edit' || marks.some((mark) => mark.startsWith('edit '));
}

const notDone: readonly MessageMark[] = ['intends', 'declines', 'raw'];

/** What a message or a prompt states, see message-marks.ts. */
export function statement({ marks }: Event, word: MessageMark): string | undefined {
  return marks.find((mark) => mark.startsWith(`${word} `))?.slice(word.length + 1);
}
