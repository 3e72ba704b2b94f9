import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { TimeSpent, Wait } from './answer.ts';
import { Longest } from './longest.ts';
import type { Sums } from './sums.ts';

/**
 * Follows one session, event by event, and books every moment of it once: while a call is running, to tools; else to
 * whoever was waited for, which is known when the next thing happens. Holds the calls that are running and the
 * longest waits, nothing else.
 */
export class Ledger {
  readonly #sums: Sums;
  readonly #running = new Map<EventId, Running>();
  readonly #waits = new Longest<Wait>(mostWaits, ({ waited_ms }) => waited_ms);
  readonly #ms = { tools: 0, model: 0, person: 0, other: 0 };
  #model: string | null;
  #first: number | undefined;
  #clock = 0;
  /** Time that passed until something nobody waits for, such as a note of the agent about itself. */
  #unclaimed = 0;

  constructor(sums: Sums, model: string | null) {
    this.#sums = sums;
    this.#model = model;
  }

  event(event: Event): void {
    if (event.model !== null) this.#model = event.model;
    if (event.tokens) this.#sums.used(event.tokens, event.model ?? this.#model, event.kind === 'lifecycle');
    if (event.at !== null) this.#passed(event, Date.parse(event.at));
    if (event.tool !== null && event.step === event.id) this.#called(event);
    else if (event.step !== null && event.role === 'tool') this.#returned(event);
    else if (event.kind === 'user_msg') this.#running.clear();
    if (event.kind === 'user_msg' || event.kind === 'completion') this.#sums.answered();
  }

  end(): { readonly time: TimeSpent; readonly waits: readonly Wait[] } {
    this.#sums.answered();
    this.#ms.other += this.#unclaimed;
    this.#unclaimed = 0;
    const { tools, model, person, other } = this.#ms;
    const span = this.#first === undefined ? 0 : this.#clock - this.#first;
    return {
      time: {
        span_s: span / 1000,
        tools_s: tools / 1000,
        model_s: model / 1000,
        person_s: person / 1000,
        other_s: other / 1000,
      },
      waits: this.#waits.items(),
    };
  }

  #called(event: Event): void {
    const start = event.at === null ? null : Date.parse(event.at);
    this.#sums.call(event, event.duration_ms);
    // Calls that never end are those of a killed agent; a hostile file may have a million.
    if (start === null || this.#running.size >= mostRunning) return;
    this.#running.set(event.id, {
      start,
      until: event.duration_ms === null ? Infinity : start + event.duration_ms,
      isTimed: event.duration_ms !== null,
      asks: asksAPerson(event.tool!),
      call: event,
    });
  }

  #returned({ step, at }: Event): void {
    const call = this.#running.get(step!);
    this.#running.delete(step!);
    if (call && !call.isTimed && at !== null) this.#sums.took(call.call, Math.max(0, Date.parse(at) - call.start));
  }

  /** Clocks go backwards; what is booked does not. */
  #passed(event: Event, at: number): void {
    if (!Number.isFinite(at)) return;
    this.#first ??= at;
    if (this.#clock === 0) this.#clock = at;
    const from = this.#clock;
    const to = Math.max(from, at);
    this.#clock = to;
    const busyUntil = Math.min(to, Math.max(from, ...[...this.#running.values()].map(({ until }) => until)));
    const isAsking = this.#running.size > 0 && [...this.#running.values()].every(({ asks }) => asks);
    for (const [id, { until }] of this.#running)
      if (until <= to && until !== Infinity && id !== event.step) this.#running.delete(id);
    const busy = busyUntil - from;
    if (busy > 0) {
      this.#ms[isAsking ? 'person' : 'tools'] += busy;
      if (isAsking) this.#waited('person', busy, event);
    }
    const gap = to - from - busy + this.#unclaimed;
    this.#unclaimed = 0;
    const whom = waitedFor(event);
    if (whom === undefined) this.#unclaimed = gap;
    else this.#book(whom, gap, event);
  }

  #book(whom: Whom, ms: number, event: Event): void {
    this.#ms[whom] += ms;
    if (whom === 'model') this.#sums.waited(ms, this.#model);
    if (whom === 'model' || whom === 'person') this.#waited(whom, ms, event);
  }

  #waited(whom: Wait['for'], waited_ms: number, { id, at, summary }: Event): void {
    if (waited_ms >= shortestWait) this.#waits.add({ for: whom, waited_ms, until: { id, at: at!, summary } });
  }
}

const mostRunning = 1000;
const mostWaits = 10;
const shortestWait = 1000;

type Whom = 'tools' | 'model' | 'person' | 'other';

interface Running {
  readonly start: number;
  readonly until: number;
  readonly isTimed: boolean;
  readonly asks: boolean;
  readonly call: Event;
}

/** Whose doing it was that something happened only now. */
function waitedFor({ kind, origin, role }: Event): Whom | undefined {
  if (kind === 'lifecycle') return undefined;
  if (kind === 'human_intervention') return 'person';
  if (kind === 'user_msg') return origin === 'human' || origin === null ? 'person' : 'other';
  return role === 'tool' ? 'tools' : 'model';
}

/** A call that waits for an answer of the user. */
function asksAPerson(tool: string): boolean {
  return /^(?:askuser(?:question)?|askfollowupquestion|requestuserinput|askquestions?|question|exitplanmode)$/.test(
    tool.replace(/[^A-Za-z]/g, '').toLowerCase(),
  );
}
