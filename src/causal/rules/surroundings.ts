import type { Candidate } from '../candidates.ts';
import { column, weighedAs, type Weighed } from '../signals.ts';
import { logarithm } from '../history/logarithm.ts';
import { commandLikeness, type Target } from '../history/step.ts';

/** A longer prompt (in characters) is a plan. */
const planLength = 600;
/** A shorter result (in characters) is none. */
const emptyLength = 3;

/** Where each candidate stands, whatever it is: how near, in which turn, what it does, what happened since. */
export function surroundings(target: Target, latestFirst: readonly Candidate[]): void {
  let inTurn = 0;
  for (const { step } of latestFirst) if (!step.isPrompt && step.turn === target.turn) inTurn++;
  // The same for all: early in a session or a turn there is little to choose from, and each is likelier.
  const candidatesMany = logarithm(1 + latestFirst.length) / 5;
  const callsInTurn = logarithm(1 + inTurn) / 5;
  let [failures, calls, prompts] = [0, 0, 0];
  for (const { step, signals } of latestFirst) {
    signals.set(column.near, 1 / (target.index - step.index));
    signals.set(column.candidatesMany, candidatesMany);
    signals.set(column.callsInTurn, callsInTurn);
    signals.set(column.turnsApart, logarithm(1 + Math.max(0, target.turn - step.turn)) / 3);
    signals.set(column.sameTurn, step.turn === target.turn ? 1 : 0);
    if (step.isPrompt) {
      signals.set(column.promptRank, 1 / ++prompts);
      signals.set(column.promptLong, step.size > planLength ? 1 : 0);
      continue;
    }
    const group = weighedAs(step.group);
    if (group !== 'other') signals.set(does[group], 1);
    signals.set(column.sameGroup, step.group === target.group ? 1 : 0);
    signals.set(column.lastCall, calls++ === 0 ? 1 : 0);
    signals.set(column.emptyResult, step.size < emptyLength ? 1 : 0);
    signals.set(column.commandLikeness, commandLikeness(target, step));
    signals.set(column.failureSince, failures > 0 ? 1 : 0);
    if (step.failed && failures++ === 0) signals.set(column.latestFailure, 1);
  }
}

const does: Readonly<Record<Exclude<Weighed, 'other'>, number>> = {
  edit: column.isEdit,
  check: column.isCheck,
  vcs: column.isVcs,
  find: column.isFind,
  look: column.isLook,
  run: column.isRun,
};
