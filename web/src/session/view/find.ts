import { promptKind } from '../data/kinds.ts';
import { nameOf, type Steps } from '../data/steps.ts';

/** What is looked for in a session. All given conditions must hold. */
export interface Find {
  /** Words, phrases in quotes, or `file:NAME`, as in the search of all sessions. */
  readonly text: string;
  /** The name of a tool; empty for any. */
  readonly tool: string;
  readonly failed: boolean;
  /** A turn, from 1; null for any. */
  readonly turn: number | null;
}

export const emptyFind: Find = { text: '', tool: '', failed: false, turn: null };

export function isEmptyFind({ text, tool, failed, turn }: Find): boolean {
  return text.trim() === '' && tool === '' && !failed && turn === null;
}

/** The steps that match, in order. `having` are those that have the text; null when no text is looked for. */
export function matchesOf(
  steps: Steps,
  { tool, failed, turn }: Find,
  having: ReadonlySet<number> | null,
): ReadonlyMap<number, true> {
  const matches = new Map<number, true>();
  const number = tool === '' ? -1 : steps.tools.indexOf(tool);
  const isIt = (step: number): boolean =>
    (tool === '' || (steps.tool[step] === number && nameOf(steps, step) === tool)) &&
    (!failed || steps.failed[step] === 1) &&
    (turn === null || steps.turn[step] === turn - 1);
  if (having) {
    for (const step of [...having].toSorted((a, b) => a - b)) if (isIt(step)) matches.set(step, true);
  } else for (let step = 0; step < steps.count; step++) if (isIt(step)) matches.set(step, true);
  return matches;
}

/** Tools by name, without prompts. */
export function toolsIn({ tools }: Steps): readonly string[] {
  return tools.filter((_, tool) => tool !== promptKind).toSorted((a, b) => a.localeCompare(b));
}
