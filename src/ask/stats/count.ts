import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import type { Basis, EdgeType, Outcome } from '../../model/words.ts';
import { Distinct } from '../../memory/digest/distinct.ts';
import { editedFiles } from '../../memory/digest/edited-files.ts';
import { bandOf } from './numbers.ts';
import type { Band, Numbers } from './numbers.ts';
import { stepKind } from '../walk/step.ts';

/** Counts sessions, one step after another; holds no more of them than the sums and one session's files. */
export class Counter {
  #sessions = 0;
  readonly #outcomes: Record<Outcome, number> = { success: 0, partial: 0, failed: 0, abandoned: 0, unknown: 0 };
  #steps = 0;
  #prompts = 0;
  #turns = 0;
  #retries = 0;
  #files = 0;
  #withoutCause = 0;
  #callsWithoutCause = 0;
  #edges = 0;
  readonly #failures = { total: 0, open: 0 };
  readonly #calls = { total: 0, failed: 0 };
  readonly #checks = { total: 0, failed: 0 };
  readonly #edits = { total: 0, failed: 0 };
  readonly #tokens = { input: 0, output: 0, cache: 0 };
  readonly #time = { turns: 0, tools: 0, known: false, timed: 0 };
  readonly #types: Partial<Record<EdgeType, number>> = {};
  readonly #bases: Record<Basis, number> = { recorded: 0, inferred: 0, judged: 0 };
  readonly #bands: Record<Band, number> = { '0.9': 0, '0.7': 0, '0.5': 0, '0': 0 };
  readonly #edited = new Distinct();
  #busyUntil = 0;
  #tools = 0;
  #isTimed = false;

  session({ cost, outcome, errors, open_errors }: Session): void {
    this.#endSession();
    this.#sessions += 1;
    this.#outcomes[outcome] += 1;
    this.#failures.total += errors;
    this.#failures.open += open_errors;
    this.#turns += cost.turns;
    this.#tokens.input += cost.input_tokens;
    this.#tokens.output += cost.output_tokens;
    this.#tokens.cache += cost.cache_tokens;
    this.#time.turns += cost.wall_clock_s;
    this.#time.timed = cost.wall_clock_s;
  }

  step(step: Event, causes: readonly Edge[]): void {
    this.#steps += 1;
    const kind = stepKind(step);
    if (kind === 'prompt') this.#prompts += 1;
    else if (kind === 'call') this.#call(step);
    this.#edges += causes.length;
    if (causes.length === 0) {
      this.#withoutCause += 1;
      if (kind === 'call') this.#callsWithoutCause += 1;
    }
    for (const { types, basis, confidence } of causes) {
      for (const type of types) this.#types[type] = (this.#types[type] ?? 0) + 1;
      this.#bases[basis] += 1;
      if (basis === 'inferred') this.#bands[bandOf(confidence)] += 1;
    }
  }

  numbers(): Numbers {
    this.#endSession();
    const { turns, tools, known } = this.#time;
    return {
      sessions: this.#sessions,
      outcomes: { ...this.#outcomes },
      steps: this.#steps,
      prompts: this.#prompts,
      turns: this.#turns,
      failures: { ...this.#failures },
      calls: { ...this.#calls },
      retries: this.#retries,
      checks: { ...this.#checks },
      edits: { ...this.#edits },
      files: this.#files,
      tokens: { ...this.#tokens },
      time: { turns_s: turns, tools_s: known ? tools : null, model_s: known ? Math.max(0, turns - tools) : null },
      causes: {
        edges: this.#edges,
        by_type: { ...this.#types },
        by_basis: { ...this.#bases },
        by_confidence: { ...this.#bands },
        per_step: this.#steps === 0 ? 0 : this.#edges / this.#steps,
        steps_without: this.#withoutCause,
        calls_without: this.#callsWithoutCause,
      },
    };
  }

  #call(event: Event): void {
    const { act, kind, failed, at, duration_ms } = event;
    const add = (count: { total: number; failed: number }): void => {
      count.total += 1;
      if (failed) count.failed += 1;
    };
    add(this.#calls);
    if (kind === 'retry') this.#retries += 1;
    if (act === 'check') add(this.#checks);
    if (act === 'edit') add(this.#edits);
    for (const path of editedFiles(event)) this.#edited.add(path);
    if (at !== null && duration_ms !== null) this.#ran(Date.parse(at), duration_ms);
  }

  /** Calls of one message run at the same time, and that time passes once. */
  #ran(from: number, duration: number): void {
    const to = from + duration;
    this.#tools += Math.max(0, to - Math.max(from, this.#busyUntil)) / 1000;
    this.#busyUntil = Math.max(this.#busyUntil, to);
    this.#isTimed = true;
  }

  #endSession(): void {
    this.#files += this.#edited.count;
    this.#edited.clear();
    // A call may take longer than its turns: background tasks do.
    this.#time.tools += Math.min(this.#tools, this.#time.timed);
    if (this.#isTimed && this.#time.timed > 0) this.#time.known = true;
    this.#tools = 0;
    this.#busyUntil = 0;
    this.#isTimed = false;
  }
}
