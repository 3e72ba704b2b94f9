import type { Candidate } from '../candidates.ts';
import { column, weighedAs, type Weighed } from '../signals.ts';
import { commandLikeness, type Step, type Target } from '../history/step.ts';

/** A longer prompt (in characters) is a plan. */
const planLength = 600;
/** A shorter result (in characters) is none. */
const emptyLength = 3;

/** Where each candidate stands, whatever it is: how near, in which turn, what it does, what happened since. */
export function surroundings(target: Target, latestFirst: readonly Candidate[], current: Step | undefined): void {
  let inTurn = 0;
  for (const { step } of latestFirst) if (!step.isPrompt && step.turn === target.turn) inTurn++;
  let [failures, calls, prompts] = [0, 0, 0];
  for (const candidate of latestFirst) {
    const { step, signals } = candidate;
    signals[column.near] = 1 / (target.index - step.index);
    signals[column.candidatesMany] = Math.log1p(latestFirst.length) / 5;
    signals[column.callsInTurn] = Math.log1p(inTurn) / 5;
    signals[column.firstOfTurn] = inTurn === 0 ? 1 : 0;
    signals[column.turnsApart] = Math.log1p(Math.max(0, target.turn - step.turn)) / 3;
    signals[column.sameTurn] = step.turn === target.turn ? 1 : 0;
    if (step.isPrompt) describePrompt(candidate);
    else describeCall(candidate);
  }

  function describePrompt({ step, signals }: Candidate): void {
    signals[column.promptRank] = 1 / ++prompts;
    signals[column.promptLong] = step.size > planLength ? 1 : 0;
    if (step !== current) return;
    signals[column.currentPrompt] = 1;
    signals[column.promptFirstCall] = inTurn === 0 ? 1 : 0;
  }

  function describeCall({ step, signals }: Candidate): void {
    signals[does[weighedAs(step.group)]] = 1;
    signals[column.sameGroup] = step.group === target.group ? 1 : 0;
    signals[column.lastCall] = calls++ === 0 ? 1 : 0;
    signals[column.emptyResult] = step.size < emptyLength ? 1 : 0;
    signals[column.commandLikeness] = commandLikeness(target, step);
    signals[column.failureSince] = failures > 0 ? 1 : 0;
    if (step.failed && failures++ === 0) signals[column.latestFailure] = 1;
  }
}

const does: Readonly<Record<Weighed, number>> = {
  edit: column.isEdit,
  check: column.isCheck,
  vcs: column.isVcs,
  find: column.isFind,
  look: column.isLook,
  run: column.isRun,
  other: column.isOther,
};
