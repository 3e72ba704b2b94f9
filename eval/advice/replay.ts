import { advise, minConfidenceToAdvise, type Advice } from '../../src/memory/advice/advise.ts';
import { knownPast } from '../../src/memory/advice/known-past.ts';
import { commandIn } from '../../src/memory/advice/rewrite.ts';
import type { Chain, FixAttempt } from '../../src/model/chain.ts';

/** A failure at which advice was given, and whether that is what then helped. */
export interface GivenAdvice {
  readonly chain: Chain;
  readonly advice: Advice;
  readonly isRight: boolean;
  /** Something is known to have helped, or may have. */
  readonly wasFixed: boolean;
}

export interface Replay {
  readonly failures: number;
  /** Failures with an earlier occurrence that has a fix. */
  readonly withPast: number;
  readonly given: readonly GivenAdvice[];
}

/**
 * Goes through history in the order it happened and asks, at each failure, with only what was known then. As the hook
 * does, it gives advice once per error and session.
 */
export function replay(chains: readonly Chain[], least = minConfidenceToAdvise): Replay {
  const inOrder = chains
    .filter(({ error }) => error.at !== null && error.kind === 'real')
    .toSorted((a, b) => timeOf(a) - timeOf(b));
  const earlier = new Map<string, Chain[]>();
  const advised = new Set<string>();
  const given: GivenAdvice[] = [];
  let withPast = 0;
  for (const chain of inOrder) {
    const { fingerprint, action, marks, repo, session } = chain.error;
    const at = timeOf(chain);
    const alike = earlier.get(fingerprint) ?? [];
    earlier.set(fingerprint, [...alike, chain]);
    const past = knownPast(alike, at);
    if (past.some(({ attempts }) => attempts.some(helped))) withPast++;
    const once = `${session}\0${fingerprint}`;
    const advice = advised.has(once) ? undefined : advise({ fingerprint, action, marks, repo, at }, past, least);
    if (!advice) continue;
    advised.add(once);
    given.push({
      chain,
      advice,
      isRight: chain.attempts.some((attempt) => helped(attempt) && isAdvised(advice, attempt, chain)),
      wasFixed: chain.attempts.some(helped),
    });
  }
  return { failures: inOrder.length, withPast, given };
}

function timeOf({ error }: Chain): number {
  return Date.parse(error.at!);
}

function helped({ successful }: FixAttempt): boolean {
  return successful !== false;
}

/**
 * The same command, or the same file. Where the advice is the failing command with other words, those words must be
 * there and the others gone.
 */
function isAdvised({ pattern, fix }: Advice, { marks, action }: FixAttempt, { error }: Chain): boolean {
  if (!marks.includes(fix.mark)) return false;
  if (pattern.is !== 'rewrite' || !error.marks.includes(fix.mark)) return true;
  const words = commandIn(action) ?? [];
  return pattern.with.every((word) => words.includes(word)) && !pattern.without.some((word) => words.includes(word));
}
