import type { Chain } from '../../model/chain.ts';
import { isDistinctive } from '../errors/fingerprint.ts';
import { fileIn, sameFile } from '../errors/marks.ts';
import { freshness } from '../freshness.ts';
import { applied, isManualText, fixPatternsOf, nameOf, type Applied, type FixPattern } from './fix-pattern.ts';
import { isReckless } from './reckless.ts';

/** A call that has just failed. */
export interface Occurrence {
  readonly fingerprint: string;
  /** In one line, like summaries. */
  readonly action: string;
  readonly marks: readonly string[];
  readonly repo: string | null;
  readonly at: number;
}

/** A fix that worked before, if its confidence is high enough to report. */
export interface Advice {
  readonly pattern: FixPattern;
  readonly fix: Applied;
  /**
   * 0..1: the share of earlier failures that it solved, weighted. How often such advice was right is in
   * docs/quality.md.
   */
  readonly confidence: number;
  /** How many of the latest failures like this one it solved, and how many there were. */
  readonly worked: number;
  readonly of: number;
  /** What was tried before and never helped, most often first. */
  readonly vain: readonly string[];
  /** The latest failure that it solved. */
  readonly like: Chain;
}

/**
 * A false alarm costs more than silence. When history was replayed (`npm run eval:advice`), four of five pieces of
 * advice above this were what then helped; a lower bound adds hardly any.
 */
export const minConfidenceToAdvise = 0.5;

/** Seen once, or in one session, it may be chance. A manual entry is not. */
const minTimes = 2;
/** A fix from another project helps less often here. */
const elsewhere = 0.5;
/** The same text about another program may mean something else. */
const otherCommand = 0.5;
/** Virtual cases without a result, so that two of two are not certain. */
const doubt = 1;

/** `past`: failures with the same fingerprint that were known at that time. */
export function advise(now: Occurrence, past: readonly Chain[], minConfidence: number): Advice | undefined {
  if (!isDistinctive(now.fingerprint)) return undefined;
  const cases = past
    .filter(({ error }) => error.kind === 'real')
    .map((chain) => ({
      chain,
      weight: weightOf(chain, now),
      patterns: fixPatternsOf(chain).filter((pattern) => pattern.is !== 'action' || isHere(pattern.mark, chain, now)),
    }));
  const mass = cases.reduce((sum, { weight }) => sum + weight, 0);
  let best: Advice | undefined;
  for (const [, { pattern, held }] of groups(cases)) {
    const sessions = new Set(held.map(({ chain }) => chain.error.session));
    const isManual = held.some(({ chain }) => chain.basis === 'manual' && chain.resolved);
    if (!isManual && sessions.size < minTimes) continue;
    const fix = applied(pattern, now);
    if (!fix || fix.text === now.action || isReckless(fix.text, now.action)) continue;
    const confidence = held.reduce((sum, { weight }) => sum + weight, 0) / (mass + (isManual ? 0 : doubt));
    if (confidence < minConfidence || (best && best.confidence >= confidence)) continue;
    best = {
      pattern,
      fix,
      confidence,
      worked: held.length,
      of: cases.length,
      vain: vainIn(past, now),
      like: held.at(-1)!.chain,
    };
  }
  return best;
}

interface Case {
  readonly chain: Chain;
  readonly weight: number;
  readonly patterns: readonly FixPattern[];
}

function groups(cases: readonly Case[]): ReadonlyMap<string, { readonly pattern: FixPattern; readonly held: Case[] }> {
  const found = new Map<string, { readonly pattern: FixPattern; readonly held: Case[] }>();
  for (const each of cases) {
    for (const pattern of each.patterns) {
      const group = found.get(nameOf(pattern)) ?? { pattern, held: [] };
      found.set(nameOf(pattern), group);
      group.held.push(each);
    }
  }
  return found;
}

function weightOf({ error }: Chain, now: Occurrence): number {
  const place = isSameRepo(error.repo, now.repo) ? 1 : elsewhere;
  const command =
    now.marks.length === 0 || error.marks.some((mark) => now.marks.some((own) => isAlike(mark, own)))
      ? 1
      : otherCommand;
  return freshness(error.at, now.at) * place * command;
}

/** The same program, or the same action on a file. */
function isAlike(one: string, other: string): boolean {
  const [does, name] = one.split(' ');
  const [doing, called] = other.split(' ');
  return does === doing && (does !== 'run' || name === called);
}

/** A file of another project is another file, whatever its name. */
function isHere(mark: string, { error }: Chain, now: Occurrence): boolean {
  const file = fileIn(mark);
  return file === undefined || file === sameFile || isSameRepo(error.repo, now.repo);
}

function isSameRepo(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

/** Attempts that never helped. The same call again does not count: its failure is what this is about. */
function vainIn(past: readonly Chain[], now: Occurrence): readonly string[] {
  const tried = new Map<string, number>();
  const helped = new Set<string>();
  for (const chain of past) {
    const counts = chain.basis === 'manual' ? minTimes : 1;
    const isSameCall = (mark: string) => chain.error.marks.includes(mark) || now.marks.includes(mark);
    for (const attempt of chain.attempts) {
      const marks = isManualText(chain, attempt)
        ? [attempt.action]
        : attempt.marks.filter((mark) => isHere(mark, chain, now));
      for (const mark of marks) {
        if (attempt.successful !== false) helped.add(mark);
        else if (!isSameCall(mark)) tried.set(mark, (tried.get(mark) ?? 0) + counts);
      }
    }
  }
  return [...tried]
    .filter(([mark, times]) => times >= minTimes && !helped.has(mark))
    .toSorted((a, b) => b[1] - a[1])
    .map(([mark]) => mark);
}
