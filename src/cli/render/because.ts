import type { Edge } from '../../model/edge.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { EdgeType } from '../../model/words.ts';
import { oneLine } from '../text/harmless.ts';
import { fit, wrap } from '../text/width.ts';
import { shortUid } from './names.ts';
import type { Page } from './page.ts';

/** How an effect (`it`) hangs on a cause (`this`). */
const says: Readonly<Record<EdgeType, string>> = {
  asked: 'this asked for it',
  informed: 'it builds on this',
  reacted: 'it reacts to this',
  retried: 'it tries this again',
  verifies: 'it checks this',
  spawned: 'this started it',
  returned: 'this was reported to it',
  continued: 'it goes on from this',
};

export type Link = Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'>;

/** What is believed less than half is a guess, and is called one. */
export function isGuess({ basis, confidence }: Pick<Link, 'basis' | 'confidence'>): boolean {
  return basis === 'inferred' && confidence < 0.5;
}

interface Telling {
  readonly indent: number;
  /** Before the reason: `because`. */
  readonly word?: string;
  /** The other end is in another session: this one. */
  readonly elsewhere?: SessionUid | undefined;
  readonly lines?: number;
}

/**
 * Why one step hangs on another, how sure that is, and what was seen: "because it checks this (82% sure): …". What was
 * recorded, what is believed and what is a guess differ in word and in colour.
 */
export function because(link: Link, { indent, word = '', elsewhere, lines = 2 }: Telling, { ink, columns }: Page): string {
  const reason = [isGuess(link) ? 'perhaps' : '', word, link.types.slice(0, 2).map((type) => says[type]).join(' and ')].filter(Boolean).join(' ');
  const trust = [sureness(link), elsewhere === undefined ? '' : `in ${shortUid(elsewhere)}`].filter(Boolean).join(', ');
  const head = `${reason} (${trust})`;
  const evidence = oneLine(link.evidence.slice(0, 3).join('; '));
  const wrapped = wrap(evidence === '' ? head : `${head}: ${evidence}`, columns - indent - 2);
  const shown = wrapped.slice(0, lines);
  if (wrapped.length > lines) shown[lines - 1] = fit(`${shown[lines - 1]!}…`, columns - indent - 2);
  const paint = link.basis === 'recorded' ? ink.green : isGuess(link) ? ink.dim : ink.yellow;
  return shown.map((line, at) => {
    const margin = ' '.repeat(at === 0 ? indent : indent + 2);
    // The reason in its colour, what was seen in none.
    const reasonEnds = at === 0 ? Math.min(line.length, head.length) : 0;
    return `${margin}${paint(line.slice(0, reasonEnds))}${ink.dim(line.slice(reasonEnds))}\n`;
  }).join('');
}

function sureness(link: Link): string {
  const percent = `${Math.round(link.confidence * 100)}%`;
  return link.basis === 'recorded' ? 'recorded' : isGuess(link) ? `a guess, ${percent}` : `${percent} sure`;
}
