import { keyOf, type Key } from '../../model/ids.ts';
import type { ChainFilter, FingerprintCount, StoreReader } from '../../store/store.ts';
import { failureName } from '../similar/variant.ts';

/** Fingerprints that are variants of one failure, and how many failures have them. */
export interface Cause {
  readonly same: readonly FingerprintCount[];
  readonly count: number;
  readonly lastAt: number | null;
}

/** What failed at least so often, by cause. In no order. */
export async function causesOf(read: StoreReader, filter: ChainFilter, minCount: number): Promise<readonly Cause[]> {
  const causes: Cause[] = [];
  const byVariant = new Map<Key, FingerprintCount[]>();
  for (const row of await countsOf(read, filter, minCount)) {
    const first = firstOfVariants.get(row.fingerprint);
    if (first === undefined) {
      if (row.count >= minCount) causes.push({ same: [row], count: row.count, lastAt: row.lastAt });
      continue;
    }
    const same = byVariant.get(first);
    if (same === undefined) byVariant.set(first, [row]);
    else same.push(row);
  }
  for (const rows of byVariant.values()) {
    // Whichever way they were asked for.
    const same = rows.toSorted((a, b) => a.fingerprint - b.fingerprint);
    const count = same.reduce((sum, row) => sum + row.count, 0);
    if (count >= minCount)
      causes.push({
        same,
        count,
        lastAt: same.map(({ lastAt }) => lastAt).reduce((a, b) => (a === null || (b !== null && b > a) ? b : a)),
      });
  }
  return causes;
}

/** Most fingerprints occur once and have no variants. They are cached until the archive changes. */
async function countsOf(
  read: StoreReader,
  filter: ChainFilter,
  minCount: number,
): Promise<readonly FingerprintCount[]> {
  const mark = await read.changeMark();
  const learnt = learntOf.get(read);
  if (learnt?.mark === mark && learnt.filters.some((wider) => isWithin(filter, wider))) {
    const often = await read.fingerprintCounts(filter, mostFingerprints, minCount);
    const counted = new Set(often.map(({ fingerprint }) => fingerprint));
    const others = [...firstOfVariants.keys()].filter((fingerprint) => !counted.has(fingerprint));
    return [...often, ...(await read.fingerprintCounts({ ...filter, failedAs: others }, mostFingerprints))];
  }
  const all = await read.fingerprintCounts(filter, mostFingerprints);
  const isLearnt = await learnSpellings(read, all);
  if (isLearnt && all.length < mostFingerprints)
    learntOf.set(read, { mark, filters: [...(learnt?.mark === mark ? learnt.filters : []), filter] });
  return all;
}

/** Of what an archive held when, all firstOfVariants are known. */
let learntOf = new WeakMap<StoreReader, { readonly mark: string; readonly filters: readonly ChainFilter[] }>();

/** What asks for all the other asks for, and maybe for more. */
function isWithin(filter: ChainFilter, wider: ChainFilter): boolean {
  return Object.entries(wider).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(filter[name as keyof ChainFilter]),
  );
}

/** Distinct fingerprints that are looked at, the most frequent; beyond it they were all seen once. */
const mostFingerprints = 100_000;

/**
 * A fingerprint is the hash of its text, so that what it is called is never another, in whatever archive; and to find
 * out for all texts takes longer than the rest of the answer. Kept is who was first called by each name (its hash:
 * names are long); of those that share theirs with another, that first one.
 */
const firstOfVariants = new Map<Key, Key>();
const names = new Map<Key, Key>();
const known = new Set<Key>();
const mostKnown = 200_000;

/** Whether all of these are known now: another question may have begun anew meanwhile. */
async function learnSpellings(read: StoreReader, counts: readonly FingerprintCount[]): Promise<boolean> {
  const unknown = counts.map(({ fingerprint }) => fingerprint).filter((fingerprint) => !known.has(fingerprint));
  if (known.size + unknown.length > mostKnown) {
    for (const all of [firstOfVariants, names, known]) all.clear();
    learntOf = new WeakMap();
    unknown.splice(0, Infinity, ...counts.map(({ fingerprint }) => fingerprint));
  }
  const begun = learntOf;
  for (let at = 0; at < unknown.length; at += page) {
    for (const { fingerprint, text } of await read.failureTexts(unknown.slice(at, at + page)))
      learn(fingerprint, keyOf(failureName(text)));
  }
  return begun === learntOf;
}

function learn(fingerprint: Key, name: Key): void {
  // Somebody else may have asked for it meanwhile.
  if (known.has(fingerprint)) return;
  known.add(fingerprint);
  const first = names.get(name);
  if (first === undefined) {
    names.set(name, fingerprint);
    return;
  }
  firstOfVariants.set(first, first);
  firstOfVariants.set(fingerprint, first);
}

const page = 5_000;
