import type { Action, Command } from '../steps/action.ts';
import type { Repair } from '../steps/repair.ts';
import { isSamePlace } from '../steps/same-command.ts';
import { isNote, isTestFile } from '../steps/same-file.ts';
import type { FailingRun } from './failing-run.ts';

/** Something that was changed after a failure. */
export interface MadeRepair extends Repair {
  readonly action: Action;
  /** Counted from the failure. */
  readonly step: number;
}

/**
 * Of everything that was changed, what can have fixed a failure, nearest to its error first. `isUnchanged`: the failing
 * part was called exactly as before.
 */
export function chosenRepairs(repairs: readonly MadeRepair[], run: FailingRun, isUnchanged = true): readonly string[] {
  const { isVcs, isCheck } = run;
  const by = (...kinds: readonly Repair['by'][]) => repairs.filter((repair) => kinds.includes(repair.by));
  const edits = isVcs ? [] : by('edit');
  const tools = isVcs
    ? []
    : [
        ...by('fixer').filter(({ action }) => action.commands.some((command) => isFixerOf(command, run))),
        ...by('install'),
      ];
  const faulty = edits.filter(({ paths }) => paths.some((path) => run.isFaulty(path)));
  const mentioned = edits.filter(({ paths }) => paths.some((path) => run.isMentioned(path)));
  const advised = repairs.filter(({ action }) => action.commands.some((command) => isAdvised(command, run)));
  if (advised.length > 0) return keysOf(repairs, [...advised, ...faulty]);
  for (const each of [
    withSources(faulty, repairs, run),
    withSources(mentioned, repairs, run),
    edits.filter(({ paths }) => paths.some((path) => run.isRun(path))),
    sharingNames(edits, run.names),
    ...(isCheck || isUnchanged ? [edits.filter(({ paths }) => !paths.every(isNote))] : []),
  ]) {
    if (each.length > 0) return keysOf(repairs, [...each, ...tools]);
  }
  const others = isVcs ? [] : by('fixer', 'install');
  if (others.length > 0) return keysOf(repairs, others);
  const state = by('state');
  if (state.length > 0) return keysOf(repairs, isVcs ? state.slice(-1) : state);
  // What it is built on was built first.
  return isCheck
    ? keysOf(
        repairs,
        by('build').filter(
          ({ action }) => !action.commands.some((each) => run.parts.some((part) => isSamePlace(part, each))),
        ),
      )
    : [];
}

/** A program that fixes what it finds fixes what its own check found. */
export function isFixerOf({ fixes, check }: Command, { failed, parts }: FailingRun): boolean {
  if (!fixes) return false;
  if (failed.ranHook) return failed.checks.size === 0 || failed.checks.has(check!);
  return parts.some((part) => part.check === check);
}

/** The output says to run it: `Run this command and stage the changes: pnpm api:generate`. */
export function isAdvised({ words }: Command, { failed, parts }: FailingRun): boolean {
  const line = words.join(' ');
  return (
    words.length > 1 &&
    line.length > 6 &&
    failed.advice.includes(line) &&
    !parts.some((part) => part.words.join(' ') === line)
  );
}

/** A failing test is named by its own file, whichever file is at fault. */
function withSources(
  named: readonly MadeRepair[],
  repairs: readonly MadeRepair[],
  { parts }: FailingRun,
): readonly MadeRepair[] {
  if (named.length === 0 || parts.every(({ check }) => check !== 'test')) return named;
  if (named.some(({ paths }) => !paths.every(isTestFile))) return named;
  return repairs.filter((each) => named.includes(each) || (each.by === 'edit' && !each.paths.every(isTestFile)));
}

/** Those that hold the rarest of the names complained of. */
function sharingNames(edits: readonly MadeRepair[], names: ReadonlySet<string>): readonly MadeRepair[] {
  const holders = new Map<string, number>();
  const held = edits.map(({ action }) =>
    [...names].filter((name) => action.edits.some(({ words }) => words.has(name))),
  );
  for (const name of held.flat()) holders.set(name, (holders.get(name) ?? 0) + 1);
  const scores = held.map((own) => own.reduce((sum, name) => sum + 1 / holders.get(name)!, 0));
  const best = Math.max(...scores);
  return best <= 0 ? [] : edits.filter((_, index) => scores[index]! >= best / 2);
}

function keysOf(order: readonly Repair[], chosen: readonly Repair[]): readonly string[] {
  return order.filter((repair) => chosen.includes(repair)).map(({ key }) => key);
}
