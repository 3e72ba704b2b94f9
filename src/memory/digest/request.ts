import type { Event } from '../../model/event.ts';
import { isDelivery } from './deliveries.ts';
import type { MessageMark } from './message-marks.ts';
import { isGreeting, verdictOf } from './verdict.ts';

/** One request of a person, and what was done for it. */
export class Request {
  /** Undefined: work that nobody asked for in a prompt, such as a program's log. */
  readonly prompt: Event | undefined;
  calls = 0;
  edits = 0;
  delivered = false;
  /** Its last check failed. */
  isFailing = false;
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
    if (call.failed || (call.act !== 'edit' && !isDelivery(call.marks))) this.applied = undefined;
    if (call.failed) return;
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
    if (this.isFailing) return false;
    const message = this.answer ?? this.applied;
    return (
      message !== undefined &&
      statement(message, 'intends') === undefined &&
      statement(message, 'declines') === undefined
    );
  }
}

/** What a message or a prompt states, see message-marks.ts. */
export function statement({ marks }: Event, word: MessageMark): string | undefined {
  return marks.find((mark) => mark.startsWith(`${word} `))?.slice(word.length + 1);
}
