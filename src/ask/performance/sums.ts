import type { Event, Tokens } from '../../model/event.ts';
import type { Act } from '../../model/words.ts';
import { toStepElsewhere } from '../walk/step.ts';
import type { ModelWork, SlowStep, TokenSums, ToolWork, Work } from './answer.ts';
import { Longest } from './longest.ts';

/** What calls and models took together, over one session or several. Grows with the number of tools, not of calls. */
export class Sums {
  readonly tools = new Map<string, Mutable<ToolWork>>();
  readonly acts = new Map<Act, Mutable<Work & { readonly act: Act }>>();
  readonly models = new Map<string | null, Mutable<ModelWork>>();
  readonly slowest = new Longest<SlowStep>(mostSlow, ({ took_ms }) => took_ms);
  readonly total = nothing();
  readonly all: Mutable<Work> = noWork();
  readonly again = { calls: 0, ms: 0, failedMs: 0, tokens: nothing() };
  untimed = 0;
  /** Used by a response that has not called anything yet. */
  #pending = nothing();
  /** The first call since something was used. */
  #called: Event | undefined;

  /** `isLate`: its agent says what a response used after the calls it made, and not with the first thing it said. */
  used({ input, output, cache_read, cache_write }: Tokens, model: string | null, isLate: boolean): void {
    const used = { input, output, cache: cache_read + cache_write };
    const first = this.#called;
    this.#called = undefined;
    for (const sum of [this.total, this.#model(model).tokens]) add(sum, used);
    this.#model(model).responses += 1;
    if (!isLate) add(this.#pending, used);
    else if (first) this.#cost(first, used);
  }

  waited(ms: number, model: string | null): void {
    this.#model(model).waited_s += ms / 1000;
  }

  call(call: Event, duration: number | null): void {
    const isRetry = call.kind === 'retry';
    const tokens = this.#pending;
    this.#pending = nothing();
    for (const work of this.#worksOf(call)) {
      work.calls += 1;
      if (call.failed) work.failed += 1;
      if (isRetry) work.retries += 1;
    }
    if (isRetry) this.again.calls += 1;
    this.#cost(call, tokens);
    this.#called ??= call;
    this.untimed += 1;
    if (duration !== null) this.took(call, duration);
  }

  took(call: Event, ms: number): void {
    this.untimed -= 1;
    for (const work of this.#worksOf(call)) {
      work.took_s += ms / 1000;
      work.longest_ms = Math.max(work.longest_ms ?? 0, ms);
    }
    if (call.kind === 'retry') this.again.ms += ms;
    if (call.failed) this.again.failedMs += ms;
    this.slowest.add({ ...toStepElsewhere(call), act: call.act, took_ms: ms });
  }

  /** A response that called nothing was an answer. */
  answered(): void {
    this.#pending = nothing();
    this.#called = undefined;
  }

  #cost(call: Event, tokens: TokenSums): void {
    for (const work of this.#worksOf(call)) add(work.tokens, tokens);
    if (call.kind === 'retry') add(this.again.tokens, tokens);
  }

  #worksOf(call: Event): readonly Mutable<Work>[] {
    const act = call.act ?? 'other';
    const tool = this.tools.has(call.tool!) || this.tools.size < mostNames ? call.tool! : otherTools;
    return [
      this.all,
      orNew(this.tools, tool, () => ({ tool, ...noWork() })),
      orNew(this.acts, act, () => ({ act, ...noWork() })),
    ];
  }

  #model(model: string | null): Mutable<ModelWork> {
    const name = this.models.has(model) || this.models.size < mostNames ? model : null;
    return orNew(this.models, name, () => ({ model: name, responses: 0, waited_s: 0, tokens: nothing() }));
  }
}

const mostSlow = 10;
/** Agents have a few dozen tools; a hostile file may name a million. */
const mostNames = 2000;
const otherTools = '(other tools)';

export type Mutable<Value> = {
  -readonly [Name in keyof Value]: Value[Name] extends TokenSums ? Mutable<TokenSums> : Value[Name];
};

export function nothing(): { input: number; output: number; cache: number } {
  return { input: 0, output: 0, cache: 0 };
}

function noWork(): Mutable<Work> {
  return { calls: 0, failed: 0, retries: 0, took_s: 0, longest_ms: null, tokens: nothing() };
}

function add(sum: Mutable<TokenSums>, { input, output, cache }: TokenSums): void {
  sum.input += input;
  sum.output += output;
  sum.cache += cache;
}

function orNew<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}
