import type { Chain } from '../../model/chain.ts';
import { isRetried, markedAttempts } from '../patterns/fix-marks.ts';
import { fixesOf, isSpecific, triedOf, type Fix } from '../patterns/fixes.ts';
import { freshness } from '../../memory/freshness.ts';
import { howFound, type Candidates, type HowFound } from './candidates.ts';
import { languagesIn } from './languages.ts';
import type { Sought } from './sought.ts';
import { failureName } from './variant.ts';

export interface Ranked {
  readonly chain: Chain;
  readonly how: HowFound;
  /** 0 to 1; comparable within one answer. */
  readonly score: number;
  /** What was done about this failure in all the chains that were looked at, best first. */
  readonly fixes: readonly Fix[];
  /** Chains of this failure that were looked at, and in how many sessions. */
  readonly times: number;
  readonly sessions: number;
  readonly isHere: boolean;
}

export interface Asker {
  readonly now: number;
  readonly here: string | null;
}

/**
 * Best first. What is the same stands before what is only alike; apart from that a score: how alike it is, moved by
 * at most `moved` by what makes an answer useful. So a fix from another repository does not pass for an answer to
 * something else, and of ten times the same failure the one that was solved here last week comes first.
 */
export function rank({ chains, found }: Candidates, sought: Sought, { now, here }: Asker): readonly Ranked[] {
  const ranked: Ranked[] = [];
  const groups = Map.groupBy(chains, ({ error }) => failureName(error.fingerprint));
  for (const group of groups.values()) {
    const fixes = fixesOf(group, now);
    const sessions = new Set(group.flatMap(({ error }) => error.session ?? [])).size;
    for (const chain of group) {
      const how = howFound(chain, found);
      if (!how) continue;
      const isHere = here !== null && chain.error.repo !== null && nameOf(chain.error.repo) === nameOf(here);
      const worth =
        weights.helped * helped(chain, fixes) +
        weights.here * Number(isHere) +
        weights.recent * freshness(chain.error.at, now) +
        weights.agrees * agreement(chain, sought) +
        weights.language * languageFit(chain, sought.languages) +
        weights.quick * quickness(chain);
      ranked.push({
        chain,
        how,
        score: how.similarity * (1 - moved + moved * worth),
        fixes,
        times: group.length,
        sessions,
        isHere,
      });
    }
  }
  return answering(ranked).toSorted(
    (a, b) => Number(isSame(b)) - Number(isSame(a)) || b.score - a.score || byTime(b.chain, a.chain),
  );
}

/**
 * Where it is known how the same failure was fixed, those that only complained of it among other things failed for
 * another reason.
 */
function answering(ranked: readonly Ranked[]): readonly Ranked[] {
  const isKnown = ranked.some((each) => isSame(each) && each.chain.resolved);
  return isKnown ? ranked.filter(({ how }) => how.message === null) : ranked;
}

/** Two failures whose similarity differs by this much keep their order, whatever the other weights. */
const moved = 0.3;

/**
 * The weights add up to 1. People look for a fix, so that is nearly half; a fix rarely applies to another repository;
 * the rest decide between equals.
 */
const weights = { helped: 0.45, here: 0.2, recent: 0.15, agrees: 0.1, language: 0.05, quick: 0.05 };

function isSame({ how: { by, isMain, similarity } }: Ranked): boolean {
  return (by === 'fingerprint' || by === 'variant') && isMain && similarity > 0.9;
}

/** Some agents name a repository by its folder, some with its owner, some by its path. */
function nameOf(repo: string): string {
  return repo
    .replace(/[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1)!
    .toLowerCase();
}

/**
 * Proven, and the more often the better; done but not looked at is worth a third; knowing what does not help is worth
 * something too.
 */
function helped(chain: Chain, fixes: readonly Fix[]): number {
  const { state, attempts } = chain;
  if (isRetried(chain)) return 0.2;
  if (state === 'resolved') {
    const own = new Set(
      markedAttempts(triedOf(chain)).flatMap(([{ successful }, marks]) =>
        successful === true && isSpecific({ marks }) ? marks : [],
      ),
    );
    const best = fixes.find(({ marks }) => marks.some((mark) => own.has(mark)));
    return own.size === 0 ? 0.4 : 0.6 + 0.4 * (best?.weight ?? 0);
  }
  if (state === 'unverified') return 0.3;
  return attempts.length > 0 ? 0.1 : 0;
}

/** How much of all that the output complained of is the same, and whether the same was being done. */
function agreement({ error: { fingerprint, also, marks } }: Chain, { lines, marks: sought }: Sought): number {
  const own = new Set([fingerprint, ...also]);
  const said = lines.filter((line) => own.has(line.fingerprint)).length / Math.max(1, lines.length);
  return sought.length === 0 ? said : (said + Number(marks.some((mark) => sought.includes(mark)))) / 2;
}

/** 1 the same language, 0 another, half when nobody knows. */
function languageFit({ error: { message }, attempts }: Chain, sought: ReadonlySet<string>): number {
  const own = languagesIn([message, ...attempts.flatMap(({ marks }) => marks)].join('\n'));
  if (own.size === 0 || sought.size === 0) return 0.5;
  return own.isDisjointFrom(sought) ? 0 : 1;
}

/** Half for what took half an hour. */
function quickness({ resolution_time_minutes: minutes }: Chain): number {
  return minutes === null ? 0 : 1 / (1 + minutes / 30);
}

function byTime(a: Chain, b: Chain): number {
  return (a.error.at ?? '').localeCompare(b.error.at ?? '');
}
