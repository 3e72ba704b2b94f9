import { confidenceLevel } from '../../../model/confidence.ts';
import type { Edge } from '../../../model/edge.ts';
import type { SessionUid } from '../../../model/ids.ts';
import type { EdgeType } from '../../../model/words.ts';
import type { StepElsewhere } from '../../../ask/walk/step.ts';
import type { Ink } from '../../text/ink.ts';
import { fit, wrap } from '../../text/width.ts';
import { shortUid } from '../names.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';

/** How an effect (`it`) depends on a cause (`this`). */
const says: Readonly<Record<EdgeType, string>> = {
  asked: 'this asked for it',
  informed: 'it builds on this',
  reacted: 'it reacts to this',
  retried: 'it tries this again',
  verifies: 'it checks this',
  spawned: 'this started it',
  returned: 'this was reported to it',
  continued: 'it continues this',
  caused: 'this caused it',
};

export type Link = Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'>;

/** An inferred cause that is more likely wrong than right. */
export function isOnlyPossible({ basis, confidence }: Pick<Link, 'basis' | 'confidence'>): boolean {
  return basis === 'inferred' && confidence < 0.5;
}

interface LinkOptions {
  readonly indent: number;
  readonly cause: Pick<StepElsewhere, 'failed' | 'origin'>;
  /** Text before the reason, such as `because`. */
  readonly word?: string;
  /** The session of the other step, if it is another one. */
  readonly elsewhere?: SessionUid | undefined;
  readonly lines?: number;
}

/**
 * Why one step depends on another, the confidence in that, and the evidence: "because it checks this (likely): …".
 * Recorded, inferred and only possible causes differ in text and in colour.
 */
export function because(
  link: Link,
  { indent, cause, word = '', elsewhere, lines = 2 }: LinkOptions,
  context: RenderContext,
): string {
  const { ink, columns } = context;
  const reason = [word, relation(link, cause)].filter(Boolean).join(' ');
  const aside = [trust(link), elsewhere === undefined ? '' : `in ${shortUid(elsewhere)}`].filter(Boolean).join(', ');
  const head = `${reason} (${aside})`;
  const seen = shortPaths(link.evidence.slice(0, 3).join('; '), context);
  const evidence = link.basis === 'recorded' ? shortIds(seen) : seen;
  const wrapped = wrap(evidence === '' ? head : `${head}: ${evidence}`, columns - indent - 2);
  const shown = wrapped.slice(0, lines);
  if (wrapped.length > lines) shown[lines - 1] = fit(`${shown[lines - 1]!}…`, columns - indent - 2);
  const paint = paints(link, ink);
  return shown
    .map((line, at) => {
      const margin = ' '.repeat(at === 0 ? indent : indent + 2);
      // The reason is coloured, the evidence is not.
      const reasonEnds = at === 0 ? Math.min(line.length, head.length) : 0;
      return `${margin}${paint(line.slice(0, reasonEnds))}${ink.dim(line.slice(reasonEnds))}\n`;
    })
    .join('');
}

function paints(link: Link, ink: Ink): (text: string) => string {
  if (link.basis === 'recorded') return ink.green;
  if (link.basis === 'judged') return ink.cyan;
  return isOnlyPossible(link) ? ink.dim : ink.yellow;
}

/** Leaves out reasons that another implies: a retry of a failed call is also a reaction to it. */
function relation({ types }: Link, { failed, origin }: LinkOptions['cause']): string {
  if (types.includes('retried')) return says.retried;
  // A check after a check is a retry, not a verification of it.
  if (types.includes('verifies') && failed) return 'it checks whether this still fails';
  if (types.includes('asked') && origin === 'compaction') return says.continued;
  return types
    .slice(0, 2)
    .map((type) => says[type])
    .join(' and ');
}

/** `recorded`, `judged`, or how likely it is: `certain`, `likely`, `possible`. */
export function trust({ basis, confidence }: Pick<Link, 'basis' | 'confidence'>): string {
  return basis === 'inferred' ? confidenceLevel(confidence) : basis;
}

/** Shortens the agents' own long ids to their beginning. */
function shortIds(text: string): string {
  return text.replaceAll(/(?<![\w-])(?=[\w-]*\d)[\w-]{17,}/g, (id) => `${id.slice(0, 12)}…`);
}
