import type { Chain } from '../../model/chain.ts';
import { keyOf, type ChainId, type Key } from '../../model/ids.ts';
import type { ChainFilter } from '../../store/store.ts';
import { isDistinctive as isDistinctiveText } from '../../memory/errors/fingerprint.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { isEcho } from '../../normalise/failures/noise-lines.ts';
import type { Alike, FailureIndex } from './failure-index.ts';
import type { ModelMeanings } from './model-index.ts';
import type { KnownFailures } from './known-failures.ts';
import { judgedBy, type OtherModel } from './other-model.ts';
import type { SoughtLine } from './sought.ts';
import { failureName, variantOf } from './variant.ts';

/** A failure that was found, and how. */
export interface Found {
  /** 0 to 1. */
  readonly similarity: number;
  readonly by: 'fingerprint' | 'variant' | 'part' | 'likeness';
  /** What failed is like what failed; else one of them is only what an output complained of too. */
  readonly isMain: boolean;
  /** Of a likeness: how much by its words, how much by its meaning. */
  readonly words: number;
  readonly meaning: number;
}

export interface HowFound extends Found {
  /** What its output complained of, if it was found by that and not by what failed. */
  readonly message: string | null;
}

export interface Candidates {
  /** Includes those in other states than requested: fixes are counted over all. */
  readonly chains: readonly Chain[];
  readonly found: ReadonlyMap<Key, Found>;
  /** The model that was asked about meaning; null: the table was. */
  readonly judgedBy: string | null;
}

export interface Wanted extends ChainFilter {
  readonly limit: number;
  readonly perFailure: number;
  readonly except?: ChainId;
}

/**
 * Chains that may be an answer: those of the same fingerprint as far back as counts, then those of the nearest
 * failures until there are enough.
 */
export async function candidatesFor(
  known: KnownFailures,
  lines: readonly SoughtLine[],
  { limit, perFailure, except, states, ...filter }: Wanted,
  now: number,
): Promise<Candidates> {
  const index = await known.index(now);
  const found = new Map<Key, Found>();
  for (const line of lines) addSame(index, line, found);
  const chains = new Map<ChainId, Chain>();
  // Apart, or a message that is everywhere would leave no room for what failed.
  for (const isMain of [true, false])
    await addChains(
      [...found].filter(([, how]) => how.isMain === isMain).map(([key]) => key),
      mostOfSame,
    );

  const least = leastLike();
  const near = new Map<Key, Found>();
  let { endpoint, model } = known;
  for (const line of least === Infinity
    ? []
    : lines.filter((each) => isDistinctive(each) && !each.isGuess).slice(0, linesCompared)) {
    const meanings = model && (await meaningsOrNot(known, line.fingerprint));
    // Whoever did not answer is not waited for again.
    if (!meanings) model = undefined;
    let nearest = index.nearest(line.fingerprint, mostNear, meanings);
    if (endpoint) {
      const judged = await judgedOrNot(endpoint, line.fingerprint, nearest);
      if (!judged) endpoint = undefined;
      nearest = judged ?? nearest;
    }
    addNear(nearest, line, near);
  }
  const holdsPart = near.values().some(({ by }) => by === 'part');
  const order = [...near]
    .filter(([key, how]) => !found.has(key) && nearness(how) >= (holdsPart ? Math.max(least, leastBeside) : least))
    .toSorted(([, a], [, b]) => b.similarity - a.similarity)
    .slice(0, mostNear);
  for (let at = 0; at < order.length && isTooFew(); at += together) {
    const next = order.slice(at, at + together);
    for (const [key, how] of next) found.set(key, how);
    await addChains(
      next.map(([key]) => key),
      mostOfNear,
    );
  }
  return { chains: [...chains.values()], found, judgedBy: endpoint?.name ?? model?.title ?? null };

  /** Where it is known how the same failure was fixed, whatever is merely like it is about something else. */
  function leastLike(): number {
    const same = [...chains.values()].filter((chain) => howFound(chain, found)?.isMain);
    if (same.some(({ state }) => state === 'resolved')) return Infinity;
    return same.length > 0 ? leastBeside : leastAlike;
  }

  function isTooFew(): boolean {
    const counts = Map.groupBy(
      chains.values().filter((chain) => isIn(chain, states)),
      ({ error }) => failureName(error.fingerprint),
    ).values();
    return counts.reduce((sum, same) => sum + Math.min(same.length, perFailure), 0) < limit;
  }

  async function addChains(keys: readonly Key[], most: number): Promise<void> {
    if (keys.length === 0) return;
    // Of the solved alone every fix would have worked each time; but the newest of all may be none that was asked for.
    for (const wanted of [{}, ...(states ? [{ states }] : [])]) {
      const page = await known.read.chains({ ...filter, ...wanted, fingerprints: keys }, { limit: most, offset: 0 });
      for (const chain of page.chains) if (chain.id !== except) chains.set(chain.id, chain);
    }
  }
}

export function isIn({ state }: Chain, states: ChainFilter['states']): boolean {
  return states === undefined || states.includes(state);
}

/** The newest with the same fingerprint; enough to rate each fix. */
const mostOfSame = 100;
const mostOfNear = 50;
/** Of the failures that are only alike; asked for a few at a time, because mostly the first few are enough. */
const mostNear = 64;
const together = 8;
/** A search takes milliseconds in a large archive, and the first messages of an output matter most. */
const linesCompared = 3;
/** Of pairs of real errors that are less alike than this, most have nothing to do with each other. */
const leastAlike = 0.55;
/** What has hardly a word in common counts as near by its meaning alone, if that is nearer. */
const byMeaningAlone = 0.8;
/** Where the same failure is known, only what is much like it is worth reading too. */
const leastBeside = 0.7;

/** What else an output complained of says less than what failed. */
const asOtherMessage = 0.9;
const asVariant = 0.97;
/** All that was asked for stands in it, word for word: people remember a part of a message. */
const asPart = 0.9;
/** The same words, when they say nothing: `exit code 1`. */
const indistinctWeight = 0.5;

function addSame(index: FailureIndex, { fingerprint, key, isMain }: SoughtLine, found: Map<Key, Found>): void {
  const weight = isMain ? 1 : asOtherMessage;
  const plain = { isMain, words: 1, meaning: 1 };
  keep(found, key, {
    similarity: weight * (isDistinctive({ fingerprint }) ? 1 : indistinctWeight),
    by: 'fingerprint',
    ...plain,
  });
  for (const other of index.variantsOf(fingerprint))
    if (other !== key) keep(found, other, { similarity: weight * asVariant, by: 'variant', ...plain });
}

/** A damaged model is a pity, not a reason to find nothing. */
async function meaningsOrNot(known: KnownFailures, text: string): Promise<ModelMeanings | undefined> {
  try {
    return await known.meanings(text);
  } catch (error) {
    if (!known.onModelError || !(error instanceof StemmaError)) throw error;
    known.onModelError(error);
    return undefined;
  }
}

async function judgedOrNot(
  model: OtherModel,
  text: string,
  found: readonly Alike[],
): Promise<readonly Alike[] | undefined> {
  try {
    return await judgedBy(model, text, found);
  } catch (error) {
    if (!model.onError || !(error instanceof StemmaError)) throw error;
    model.onError(error);
    return undefined;
  }
}

function addNear(nearest: readonly Alike[], { isMain }: SoughtLine, near: Map<Key, Found>): void {
  for (const { key, alike, words, meaning, isWhole } of nearest) {
    const similarity = Math.max(alike, isWhole ? asPart : 0) * (isMain ? 1 : asOtherMessage);
    keep(near, key, { similarity, by: isWhole ? 'part' : 'likeness', isMain, words, meaning });
  }
}

function nearness({ similarity, meaning }: Found): number {
  return Math.max(similarity, byMeaningAlone * meaning);
}

function keep(found: Map<Key, Found>, key: Key, how: Found): void {
  const before = found.get(key);
  if (!before || how.similarity > before.similarity) found.set(key, how);
}

function isDistinctive({ fingerprint }: Pick<SoughtLine, 'fingerprint'>): boolean {
  return variantOf(fingerprint) !== '';
}

/** Whether it is more than a counter, an exit code, a time limit, or a wrapper's report that something failed. */
function isNamed(fingerprint: string): boolean {
  return isDistinctive({ fingerprint }) && isDistinctiveText(fingerprint) && !isEcho(fingerprint);
}

/** How a chain was found: by what failed, or by what its output complained of too. */
export function howFound({ error, basis }: Chain, found: ReadonlyMap<Key, Found>): HowFound | undefined {
  // Two calls that end with the same exit code or counter have nothing in common, unless a person entered it.
  const own = basis === 'manual' || isNamed(error.fingerprint) ? found.get(keyOf(error.fingerprint)) : undefined;
  let best: HowFound | undefined = own && { ...own, message: null };
  for (const message of error.also.filter(isNamed)) {
    const other = found.get(keyOf(message));
    if (other && other.similarity * asOtherMessage > (best?.similarity ?? 0))
      best = { ...other, similarity: other.similarity * asOtherMessage, isMain: false, message };
  }
  return best;
}
