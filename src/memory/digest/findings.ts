import type { DigestFinding, DigestLine, Listed } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import { DroppedCauses } from './dropped-causes.ts';
import { Latest } from './latest.ts';
import { statement } from './request.ts';
import { namesCause } from './statements.ts';
import { verdictOf } from './verdict.ts';

/** What the agent stated of value later, and its last words. */
export class Findings {
  readonly #found = new Latest<DigestFinding>(maxFindings);
  #messages = new Latest<DigestLine>(maxMessages);
  /** Of the last message: the next prompt may say that it was wrong. */
  #fresh: readonly DigestFinding[] = [];
  readonly #ofRequest = new Set<EventId>();
  readonly #causes = new DroppedCauses();

  add(event: Event): void {
    const dropped = this.#causes.add(event);
    if (dropped !== undefined) this.#drop(({ text, step }) => step === dropped && namesCause(text));
    if (event.kind === 'assistant_msg') this.#stated(event);
    else if (event.kind === 'user_msg' && (event.origin === null || event.origin === 'human')) {
      if (verdictOf(event.summary) !== 'discontent' && statement(event, 'reports') === undefined) this.#keep();
      this.#fresh = [];
      this.#ofRequest.clear();
      this.#messages = new Latest(maxMessages);
    }
  }

  listed(): Listed<DigestFinding> {
    this.#keep();
    this.#fresh = [];
    return { total: this.#found.total, items: this.#found.newestFirst() };
  }

  /** The last messages of the last request, the latest first. */
  lastMessages(): readonly DigestLine[] {
    return this.#messages.newestFirst();
  }

  #stated(event: Event): void {
    this.#keep();
    this.#fresh = (['found', 'vain'] as const).flatMap((what) => {
      const text = statement(event, what);
      return text === undefined ? [] : [{ what, text, step: event.id }];
    });
    // Within a request the last cause that was found is the one.
    if (this.#fresh.some(({ text }) => namesCause(text))) {
      this.#found.drop(({ text, step }) => this.#ofRequest.has(step) && namesCause(text));
      this.#causes.named(event.id);
    }
    if (event.summary !== '') this.#messages.add({ text: event.summary, step: event.id });
  }

  #drop(isWrong: (finding: DigestFinding) => boolean): void {
    this.#fresh = this.#fresh.filter((each) => !isWrong(each));
    this.#found.drop(isWrong);
  }

  #keep(): void {
    for (const each of this.#fresh) {
      this.#found.add(each);
      this.#ofRequest.add(each.step);
    }
  }
}

const maxFindings = 6;
const maxMessages = 3;
