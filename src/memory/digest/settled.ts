import type { DigestDecision, Listed } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import { Latest } from './latest.ts';
import { statement } from './request.ts';
import { settles } from './verdict.ts';

/**
 * Decisions: plans approved, questions answered, calls refused with a reason, and what either side settled in passing.
 */
export class Settled {
  readonly #byUser = new Latest<DigestDecision & { readonly seq: number }>(maxByUser);
  readonly #byAgent = new Latest<DigestDecision & { readonly seq: number }>(maxByAgent);
  #question: EventId | undefined;
  #prompts = 0;

  add(event: Event): void {
    switch (event.kind) {
      case 'decision':
        if (!passing.has(event.type ?? ''))
          this.#settled(event, 'user', event.type === 'plan_approved' ? `approved: ${event.summary}` : event.summary);
        return;
      case 'human_intervention':
        if (event.type === 'rejected' || event.type === 'feedback') this.#settled(event, 'user');
        return;
      case 'user_msg':
        if (event.origin !== null && event.origin !== 'human') return;
        // The first one is the task.
        this.#ruled(event, this.#prompts++ === 0);
        return;
      case 'tool_call':
      case 'retry':
        if (event.tool !== null && asksUser.test(event.tool)) this.#question = event.id;
        return;
      case 'tool_result':
        if (this.#question === undefined || event.step !== this.#question) return;
        this.#question = undefined;
        this.#settled(event, 'user', event.summary.replace(preamble, '').replace(/ \(\d+ lines\)$/, ''), event.step);
        return;
      case 'assistant_msg':
        this.#decided(event);
        return;
      default:
        return;
    }
  }

  #ruled(event: Event, isTask: boolean): void {
    const rule = statement(event, 'rule');
    if (rule !== undefined) this.#settled(event, 'user', rule);
    else if (!isTask && settles(event.summary, 'user')) this.#settled(event, 'user');
  }

  #decided(event: Event): void {
    const decided = statement(event, 'decided');
    if (decided !== undefined || settles(event.summary, 'agent'))
      this.#settled(event, 'agent', decided ?? event.summary);
  }

  listed(): Listed<DigestDecision> {
    const items = [...this.#byUser.newestFirst(), ...this.#byAgent.newestFirst()].sort((a, b) => b.seq - a.seq);
    return {
      total: this.#byUser.total + this.#byAgent.total,
      items: items.map(({ by, text, step }) => ({ by, text, step })),
    };
  }

  #settled({ id, seq, summary }: Event, by: 'user' | 'agent', text = summary, step: EventId = id): void {
    if (text === '') return;
    (by === 'user' ? this.#byUser : this.#byAgent).add({
      by,
      text: text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text,
      step,
      seq,
    });
  }
}

const maxByUser = 5;
const maxByAgent = 3;
const longest = 160;
/** Permission for one action settles nothing. */
const passing: ReadonlySet<string> = new Set(['permission_asked', 'permission_granted']);
const asksUser = /^(?:ask_?user\w*|ask_?followup_?question|request_?user_?input|question)$/i;
const preamble = /^User has answered your questions?: */;
