import type { Event } from '../../model/event.ts';
import { isDelivery } from './deliveries.ts';
import { markedText, stated, type MessageMark } from './message-marks.ts';
import { isGreeting, reportsError, verdictOf } from './verdict.ts';

/** One request of a person, and what was done for it. */
export class Request {
  /** Undefined: work that nobody asked for in a prompt, such as a program's log. */
  readonly prompt: Event | undefined;
  calls = 0;
  edits = 0;
  delivered = false;
  /** The last message, if nothing was done after it. */
  answer: Event | undefined;

  constructor(prompt: Event | undefined) {
    this.prompt = prompt;
  }

  called(call: Event): void {
    this.calls++;
    this.answer = undefined;
    if (call.failed) return;
    if (call.act === 'edit') this.edits++;
    if (isDelivery(call.marks)) this.delivered = true;
  }

  /** Whether it was done, as far as the next request shows: it was answered, and the person does not complain. */
  isDoneBefore(next: Event): boolean {
    if (this.prompt === undefined || isGreeting(this.prompt.summary)) return false;
    if (verdictOf(next.summary) === 'discontent' || statement(next, 'reports') !== undefined) return false;
    if (next.summary === this.prompt.summary) return false;
    return this.answer === undefined ? this.delivered : statement(this.answer, 'intends') === undefined;
  }
}

/** What a message or prompt states. Events of an archive that an older stemma wrote have only their summary. */
export function statement(event: Event, word: MessageMark): string | undefined {
  const marked = markedText(event.marks, word);
  if (marked !== undefined) return marked;
  if (word === 'reports') return reportsError(event.summary) ? event.summary : undefined;
  return markedText(stated(event.summary), word);
}
