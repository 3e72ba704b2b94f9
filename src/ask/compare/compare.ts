import { hash } from 'node:crypto';
import type { Event } from '../../model/event.ts';
import { eventId, type EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Outcome } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import { align } from './align.ts';
import type { Pair } from './align.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import { payloadReader } from '../event/payload.ts';
import type { PayloadOptions, ReadPayload } from '../event/payload.ts';
import { toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { partingOf } from './parting.ts';
import type { Parting } from './parting.ts';
import { signatureOf, writtenBy } from './signature.ts';
import { wholeRun } from './whole-run.ts';

export interface CompareAnswer {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** Steps that both took from the beginning on. */
  readonly common_steps: number;
  /** The last of them; null when they differ from the start. */
  readonly until: { readonly a: StepElsewhere; readonly b: StepElsewhere } | null;
  /** Null when the two runs did the same. */
  readonly parting: Parting | null;
  /** The whole of both runs, as stretches that they share and stretches in which they differ. */
  readonly stretches: readonly Stretch[];
  /** Steps both took, of all steps of both. */
  readonly alike: number;
  /** A run, or the list of stretches, is longer than what was compared. */
  readonly truncated: boolean;
}

export interface ComparedRun {
  readonly session: Session;
  readonly steps: number;
  /** As the session counts them: also manual ones, and those beyond what was compared. */
  readonly failures: number;
  readonly retries: number;
  readonly edits: number;
  readonly checks: { readonly total: number; readonly failed: number };
  /** How it ended: the last test, build or lint that was run. */
  readonly last_check: StepElsewhere | null;
  readonly outcome: Outcome;
}

export interface Stretch {
  readonly is: 'common' | 'different';
  /** Of a common stretch the steps in which they wrote different things. */
  readonly written_differently: number;
  readonly a: Side;
  readonly b: Side;
}

/** Steps of one run: those after `from` up to `to`, counted from 1 in the run; empty when both are the same. */
export interface Side {
  readonly from: number;
  readonly to: number;
  /** Steps among them that are failures of kind real. */
  readonly failures: number;
  readonly checks: { readonly total: number; readonly failed: number };
  /** The first of a stretch in which they differ. */
  readonly steps: readonly StepElsewhere[];
}

export interface CompareOptions extends PayloadOptions {
  /** At most so many steps of each run. */
  readonly limit?: number;
}

/** Where two runs of the same task part ways, and what became of each. */
export async function compare(
  read: StoreReader,
  first: Session,
  second: Session,
  { limit = 5000, ...options }: CompareOptions,
): Promise<CompareAnswer> {
  // With their secrets: they are compared, and nothing of them is shown without being redacted.
  const payloadOf = payloadReader(read, { ...options, raw: true });
  const [a, b] = [await wholeRun(read, first, limit), await wholeRun(read, second, limit)];
  const [ofA, ofB] = [await signatures(a.steps, first, payloadOf), await signatures(b.steps, second, payloadOf)];
  const pairs = align(ofA.signs, ofB.signs);
  const apart = pairs.findIndex((pair, at) => pair.a !== at || pair.b !== at);
  const shared = apart < 0 ? pairs.length : apart;
  const common = pairs.slice(0, shared).map((pair) => ({ a: a.steps[pair.a]!, b: b.steps[pair.b]! }));
  const until = common.at(-1);
  const isSame = shared === a.steps.length && shared === b.steps.length;
  const failed = new Set([...(await realFailures(read, first)), ...(await realFailures(read, second))]);
  const stretches = stretchesOf({
    a: a.steps,
    b: b.steps,
    pairs,
    isFailure: ({ id }) => failed.has(id),
    differs: ({ a: inA, b: inB }) => ofA.written[inA] !== ofB.written[inB],
  });
  return {
    a: comparedRun(first, a.steps),
    b: comparedRun(second, b.steps),
    common_steps: shared,
    until: until ? { a: toStepElsewhere(until.a), b: toStepElsewhere(until.b) } : null,
    parting: isSame
      ? null
      : await partingOf(
          read,
          { a: { next: a.steps[shared], cwd: first.cwd }, b: { next: b.steps[shared], cwd: second.cwd }, common },
          payloadOf,
        ),
    stretches: stretches.slice(0, mostStretches),
    alike: a.steps.length + b.steps.length === 0 ? 1 : (2 * pairs.length) / (a.steps.length + b.steps.length),
    truncated: a.truncated || b.truncated || stretches.length > mostStretches,
  };
}

const mostStretches = 500;
const shownSteps = 20;

/** What each step does, and a mark of what it writes: the texts themselves may be long. */
async function signatures(
  steps: readonly Event[],
  { cwd }: Session,
  payloadOf: ReadPayload,
): Promise<{ readonly signs: readonly string[]; readonly written: readonly string[] }> {
  const signs: string[] = [];
  const written: string[] = [];
  for (const step of steps) {
    const what = (await payloadOf(step).catch(noneIfEvicted))?.what ?? null;
    signs.push(signatureOf(step, what, cwd));
    written.push(hash('sha1', writtenBy(what)));
  }
  return { signs, written };
}

/** The steps of a session that failed for real. */
async function realFailures(read: StoreReader, { uid }: Session): Promise<readonly EventId[]> {
  const failed: EventId[] = [];
  for (let after = 0; ;) {
    const page = await read.outlineChains(uid, { after, limit: atOnce });
    for (const { tree, chain, kind } of page) if (kind === 'real') failed.push(eventId({ tree, event: chain }));
    if (page.length < atOnce) return failed;
    after = page.at(-1)!.chain;
  }
}

const atOnce = 2_000;

interface Aligned {
  readonly a: readonly Event[];
  readonly b: readonly Event[];
  readonly pairs: readonly Pair[];
  readonly isFailure: (step: Event) => boolean;
  readonly differs: (pair: Pair) => boolean;
}

function stretchesOf({ a, b, pairs, isFailure, differs }: Aligned): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const side = (steps: readonly Event[], from: number, to: number, is: Stretch['is']): Side => {
    const own = steps.slice(from, to);
    return {
      from,
      to,
      failures: own.filter(isFailure).length,
      checks: counted(own).checks,
      steps: is === 'common' ? [] : own.slice(0, shownSteps).map(toStepElsewhere),
    };
  };
  let [atA, atB] = [0, 0];
  const add = (is: Stretch['is'], toA: number, toB: number, written = 0): void => {
    if (toA > atA || toB > atB)
      stretches.push({ is, written_differently: written, a: side(a, atA, toA, is), b: side(b, atB, toB, is) });
    [atA, atB] = [toA, toB];
  };
  for (let at = 0; at < pairs.length;) {
    add('different', pairs[at]!.a, pairs[at]!.b);
    let end = at;
    while (end < pairs.length && pairs[end]!.a === atA + end - at && pairs[end]!.b === atB + end - at) end++;
    add('common', atA + end - at, atB + end - at, pairs.slice(at, end).filter(differs).length);
    at = end;
  }
  add('different', a.length, b.length);
  return stretches;
}

function comparedRun(session: Session, steps: readonly Event[]): ComparedRun {
  const last = steps.findLast(({ act }) => act === 'check');
  return {
    session,
    steps: steps.length,
    failures: session.errors,
    ...counted(steps),
    last_check: last ? toStepElsewhere(last) : null,
    outcome: session.outcome,
  };
}

function counted(steps: readonly Event[]): Pick<ComparedRun, 'retries' | 'edits' | 'checks'> {
  const number = (isCounted: (step: Event) => boolean): number => steps.filter(isCounted).length;
  return {
    retries: number(({ kind }) => kind === 'retry'),
    edits: number(({ act }) => act === 'edit'),
    checks: {
      total: number(({ act }) => act === 'check'),
      failed: number(({ act, failed }) => act === 'check' && failed),
    },
  };
}
