import type { Chain } from '../../model/chain.ts';
import { chainId, chainRef, eventRef, type ChainId } from '../../model/ids.ts';
import { isSupported, type Action, type TriedFailure } from './fix-evidence.ts';
import { markedAttempts, otherArguments, textOf, type Attempt, type Tried } from './fix-marks.ts';
import { inCommon } from './in-common.ts';
import { sameFile } from '../../memory/errors/marks.ts';
import { freshness } from '../../memory/freshness.ts';
import { wilson } from './wilson.ts';

/** One fix, and how often it worked. */
export interface Fix {
  /** Its text when it last worked or was last tried; for an action on the failing file only that action. */
  readonly action: string;
  /** What was done, to be compared: `run npm install`, `edit src/a.ts`. */
  readonly marks: readonly string[];
  /** Failures after which it was tried, each counted once. */
  readonly tried: number;
  /** Of these: the same check passed afterwards, or a person confirmed it. */
  readonly worked: number;
  /** Of these: not verified. */
  readonly unproven: number;
  /**
   * The share of `worked` among the checked attempts, with its 95 % confidence interval; null when none was checked.
   */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
  /** The lower end, where tries of long ago count for less: what fixes are ranked by. */
  readonly weight: number;
  readonly last_at: string | null;
  /** An example: the last failure it fixed, otherwise the last it was tried on. */
  readonly chain: ChainId;
}

/** What was done about these failures, best first. They must be of one cause, or the counts mean nothing. */
export function fixesOf(chains: readonly Chain[], now: number): readonly Fix[] {
  return fixesIn(chains.map(triedOf), now);
}

export function triedOf({ id, error, attempts, verified_by }: Chain): TriedFailure {
  return {
    chain: chainRef(id)!,
    message: error.message,
    action: error.action,
    marks: error.marks,
    at: timeOf(error.at),
    attempts: attempts.map((each) => ({
      ...each,
      isManual: eventRef(each.id) === undefined,
      isProof: each.id === verified_by,
      at: timeOf(each.at),
    })),
  };
}

/** The fixes of chains, best first. */
export function fixesIn(chains: readonly TriedFailure[], now: number): readonly Fix[] {
  const actions = new Map<string, Action>();
  for (const chain of chains) {
    for (const [mark, attempt] of bestByMark(chain)) {
      const action = actions.get(mark);
      if (action === undefined) actions.set(mark, { marks: [mark], tries: [{ chain, attempt }] });
      else action.tries.push({ chain, attempt });
    }
  }
  const fixes = together([...actions.values()])
    .filter(isSupported)
    .map((action) => [toFix(action, now), fixedBy(action)] as const)
    .toSorted(
      ([a], [b]) =>
        b.weight - a.weight || b.worked - a.worked || b.unproven - a.unproven || a.tried - b.tried || later(a, b),
    );
  return oncePerFailure(fixes);
}

/** Several things may be done about one failure (`git add`, `git commit`): it is a case of the best of them only. */
function oncePerFailure(fixes: readonly (readonly [Fix, readonly TriedFailure[]])[]): readonly Fix[] {
  const shown = new Set<string>();
  const counted = new Set<TriedFailure>();
  return fixes.flatMap(([fix, failures]) => {
    if (shown.has(fix.action) || (failures.length > 0 && failures.every((each) => counted.has(each)))) return [];
    shown.add(fix.action);
    if (isSpecific(fix)) for (const each of failures) counted.add(each);
    return [fix];
  });
}

function fixedBy({ tries }: Action): readonly TriedFailure[] {
  return tries.filter(({ attempt }) => attempt.successful === true).map(({ chain }) => chain);
}

/** Fixes that were seen to work, best first. */
export function helpful(fixes: readonly Fix[]): readonly Fix[] {
  return fixes.filter((fix) => fix.worked > 0 && isSpecific(fix)).slice(0, most);
}

/** That something was changed helps nobody who is not told what. */
export function isSpecific({ marks }: Pick<Fix, 'marks'>): boolean {
  return !marks.some((mark) => mark === otherArguments || mark === `edit ${sameFile}`);
}

/** Fixes that were tried and checked more than once and never worked, most tried first. */
export function deadEnds(fixes: readonly Fix[]): readonly Fix[] {
  return fixes
    .filter(
      ({ worked, unproven, tried, marks }) => worked + unproven === 0 && tried >= 2 && !marks.includes(otherArguments),
    )
    .toSorted((a, b) => b.tried - a.tried)
    .slice(0, most);
}

const most = 5;

/** The same may be tried twice in one story: what counts is whether it helped in the end. */
function bestByMark(tried: Tried): ReadonlyMap<string, Attempt> {
  const best = new Map<string, Attempt>();
  for (const [attempt, marks] of markedAttempts(tried)) {
    for (const mark of marks) {
      const known = best.get(mark);
      if (!known || worth(attempt) > worth(known)) best.set(mark, attempt);
    }
  }
  return best;
}

function worth({ successful }: Attempt): number {
  return successful === true ? 2 : successful === null ? 1 : 0;
}

/** Marks that always came in the same attempts are one action. */
function together(actions: readonly Action[]): readonly Action[] {
  return [
    ...Map.groupBy(actions, ({ tries }) =>
      tries.map(({ attempt: { id } }) => (typeof id === 'string' ? id : id.event)).join(' '),
    ).values(),
  ].map((same) => ({ ...same[0]!, marks: same.flatMap(({ marks }) => marks) }));
}

function toFix({ marks, tries }: Action, now: number): Fix {
  const count = (successful: boolean | null): number =>
    tries.filter(({ attempt }) => attempt.successful === successful).length;
  const worked = count(true);
  const looked = worked + count(false);
  // The best of them; of those the latest; of those the first.
  const best = tries.reduce((a, b) =>
    (worth(b.attempt) - worth(a.attempt) || (b.attempt.at ?? 0) - (a.attempt.at ?? 0)) > 0 ? b : a,
  );
  const ofSame = tries.flatMap(({ attempt }) => (worth(attempt) === worth(best.attempt) ? attempt.action : []));
  const lastAt = tries.reduce((last, { attempt }) => Math.max(last, attempt.at ?? -Infinity), -Infinity);
  const { low, high } = wilson(worked, looked);
  return {
    action: textOf(marks) ?? inCommon(best.attempt.action, marks, ofSame),
    marks,
    tried: tries.length,
    worked,
    unproven: count(null),
    rate: looked === 0 ? null : worked / looked,
    low,
    high,
    weight: decayed(tries, now),
    last_at: lastAt === -Infinity ? null : new Date(lastAt).toISOString(),
    chain: chainId(best.chain.chain),
  };
}

function decayed(tries: Action['tries'], now: number): number {
  let worked = 0;
  let tried = 0;
  for (const { attempt, chain } of tries) {
    // What nobody checked says nothing either way.
    if (attempt.successful === null) continue;
    const fresh = freshness(attempt.at ?? chain.at, now);
    tried += fresh;
    if (attempt.successful === true) worked += fresh;
  }
  return wilson(worked, tried).low;
}

function timeOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

function later(a: Fix, b: Fix): number {
  return (b.last_at ?? '').localeCompare(a.last_at ?? '');
}
