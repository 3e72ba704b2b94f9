import { failingParts, type FailingParts } from '../attempts/failing-parts.ts';
import type { FailedAction } from '../attempts/fix-tracker.ts';
import type { Action } from '../steps/action.ts';
import { repairOf, type Repair } from '../steps/repair.ts';
import { isSameCall } from '../steps/same-call.ts';
import { isSameCommand } from '../steps/same-command.ts';
import { isNote, isSameFile, nameOf } from '../steps/same-file.ts';
import { overlap, wordsIn } from '../steps/text-marks.ts';
import type { LaterStep } from './later-step.ts';

/**
 * What can be seen of a step that may have fixed a failure, each from 0 to 1. They say nothing about any program or
 * error in particular: what is particular to one project does not hold in the next.
 */
export const fixSignals = [
  // What it did.
  'edits',
  'editsNote',
  'fixer',
  'install',
  'state',
  'run',
  'asks',
  'check',
  'vcs',
  'failed',
  // What it shares with the failure.
  'faultyFile',
  'mentionedFile',
  'runFile',
  'ownFile',
  'ownText',
  'readsOwnFile',
  'rareNames',
  'advised',
  'samePart',
  'alike',
  'sameCall',
  // Where it stands among the changes, and to the proof.
  'firstChange',
  'lastChange',
  'onlyChange',
  'changes',
  'near',
  'far',
  'proof',
  'beforeProof',
  'lastBeforeProof',
  'noProof',
  'proofWithoutChange',
  'rivalOfFaultyFile',
  // What the next run of the failing part showed.
  'runNext',
  'sameProblemsNext',
  'fewerProblemsNext',
  // Kinds of failure in which the proof, or an edit, means something else.
  'proofOfEdit',
  'proofOfCheck',
  'proofOfVcs',
  'proofOfRun',
  'editForCheck',
  'editForVcs',
  'editForRun',
] as const;

export type FixSignal = (typeof fixSignals)[number];

/** The steps that may have fixed a failure, each with its signals in the order of `fixSignals`. */
export function signalsOfSteps(
  failed: FailedAction,
  later: readonly LaterStep[],
  { proof, isAsked }: { readonly proof: string | null; readonly isAsked: (step: string) => boolean },
): readonly { readonly key: string; readonly signals: Float64Array }[] {
  const proofAt = proof === null ? -1 : later.findIndex(({ action }) => action.key === proof);
  const steps = later.slice(0, proofAt >= 0 ? proofAt + 1 : maxUnproven);
  const view = new FailureView(failed);
  const changes = steps.filter(({ action }) => view.isChange(action));
  const hasFaulty = changes.some(({ action }) => view.editsFaulty(action));
  const nextRuns = nextRunsOf(steps, view);
  let holders: ReadonlyMap<string, number> | undefined;
  return steps.flatMap(({ action, distance }, at) => {
    if (!isAsked(action.key)) return [];
    const place = changes.findIndex((each) => each.action === action);
    const isChange = place >= 0;
    const next = nextRuns[at];
    const isProof = at === proofAt;
    const own = view.signalsOf(action);
    const names = view.namesIn(action);
    if (names.length > 0) holders ??= holdersOf(steps, view);
    const all: Partial<Record<FixSignal, boolean | number>> = {
      ...own,
      rareNames: Math.min(
        1,
        names.reduce((sum, name) => sum + 1 / holders!.get(name)!, 0),
      ),
      firstChange: place === 0,
      lastChange: isChange && place === changes.length - 1,
      onlyChange: isChange && changes.length === 1,
      changes: isChange ? Math.min(1, Math.log2(changes.length) / 4) : 0,
      near: 1 / distance,
      far: Math.min(1, Math.log2(distance) / 6),
      proof: isProof,
      beforeProof: at < proofAt,
      lastBeforeProof:
        at < proofAt && isChange && changes.findLast((each) => each !== steps[proofAt])?.action === action,
      noProof: proofAt < 0,
      proofWithoutChange: isProof && changes.every((each) => each.action === action),
      rivalOfFaultyFile: hasFaulty && isChange && !own.faultyFile,
      runNext: next !== undefined && next === steps[at + 1],
      sameProblemsNext: next !== undefined && next.left !== null && next.left > 0 && next.left === failed.problems.size,
      fewerProblemsNext: next !== undefined && next.left !== null && next.left < failed.problems.size,
      proofOfEdit: isProof && view.kind === 'edit',
      proofOfCheck: isProof && view.kind === 'check',
      proofOfVcs: isProof && view.kind === 'vcs',
      proofOfRun: isProof && view.kind === 'run',
      editForCheck: own.edits && view.kind === 'check',
      editForVcs: own.edits && view.kind === 'vcs',
      editForRun: own.edits && view.kind === 'run',
    };
    return [{ key: action.key, signals: Float64Array.from(fixSignals, (name) => Number(all[name] ?? 0)) }];
  });
}

/** Without a proof, a step later than this was hardly made for it. */
export const maxUnproven = 25;

/** For each step the next run of the failing part after it. */
function nextRunsOf(steps: readonly LaterStep[], view: FailureView): readonly (LaterStep | undefined)[] {
  let next: LaterStep | undefined;
  const found: (LaterStep | undefined)[] = [];
  for (const step of steps.toReversed()) {
    found.push(next);
    if (view.isRerun(step.action)) next = step;
  }
  return found.toReversed();
}

/** How many steps hold each of the names complained of. */
function holdersOf(steps: readonly LaterStep[], view: FailureView): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { action } of steps)
    for (const name of view.namesIn(action)) holders.set(name, (holders.get(name) ?? 0) + 1);
  return holders;
}

/** A failure, as later steps are compared with it. */
class FailureView {
  readonly kind: 'edit' | 'tool' | 'check' | 'vcs' | 'run';
  readonly #failed: FailedAction;
  readonly #parts: FailingParts['parts'];
  /** Names in its error lines; those in paths are left out, since files are compared already. */
  readonly #names: readonly string[];
  /** The files it was to read or write. */
  readonly #ownFiles: readonly string[];
  /** The lines it was to write. */
  readonly #ownLines: ReadonlySet<number>;

  constructor(failed: FailedAction) {
    const { action, errorText } = failed;
    this.#failed = failed;
    this.#parts = failingParts(action, errorText).parts;
    this.#names = [...wordsIn(errorText.replace(/\S*[\\/]\S*/g, ' '))];
    this.#ownFiles = [...action.edits.map(({ path }) => path), ...action.looks];
    this.#ownLines = new Set(action.edits.flatMap(({ wrote }) => [...wrote]));
    this.kind = kindOf(failed, this.#parts);
  }

  /** It runs the failing part, or makes nearly the same call. */
  isRerun({ commands, tool, terms }: Action): boolean {
    if (this.#parts.length > 0)
      return this.#parts.some((part) => commands.some((command) => isSameCommand(part, command)));
    const { action } = this.#failed;
    return tool === action.tool && overlap(action.terms, terms) >= 0.5;
  }

  isChange(action: Action): boolean {
    const repair = action.ended === 'ok' || action.hasWritten ? repairOf(action) : undefined;
    return repair !== undefined && this.#mayMatter(repair);
  }

  editsFaulty({ edits }: Action): boolean {
    return edits.some(({ path }) => this.#failed.files.faulty.some((each) => isSameFile(each, path)));
  }

  /** The names complained of that an action wrote or removed. */
  namesIn({ edits }: Action): readonly string[] {
    return edits.length === 0 ? [] : this.#names.filter((name) => edits.some(({ words }) => words.has(name)));
  }

  /** What is seen of an action without those beside it. */
  signalsOf(action: Action) {
    const { files, action: failed, advice } = this.#failed;
    const paths = action.edits.map(({ path }) => path);
    const repair = repairOf(action);
    const isAmong = (some: readonly string[], others: readonly string[]): boolean =>
      some.some((path) => others.some((each) => isSameFile(each, path)));
    return {
      edits: paths.length > 0 && !paths.every(isNote),
      editsNote: paths.length > 0 && paths.every(isNote),
      fixer: repair?.by === 'fixer',
      install: repair?.by === 'install',
      state: repair?.by === 'state',
      run: repair?.by === 'run',
      asks: action.asks,
      check: action.commands.some(({ check }) => check !== null),
      vcs: action.commands.some(({ verb }) => verb !== null),
      failed: action.ended !== 'ok' && !action.hasWritten,
      faultyFile: this.editsFaulty(action),
      mentionedFile: isAmong(paths, files.mentioned),
      runFile: paths.some((path) => failed.terms.has(nameOf(path))),
      ownFile: isAmong(paths, this.#ownFiles),
      ownText: this.#shareOfOwnText(action),
      readsOwnFile: isAmong(action.looks, this.#ownFiles),
      advised: action.commands.some(({ words }) => this.#isAdvised(words.join(' '), advice)),
      samePart: this.isRerun(action),
      alike: overlap(failed.terms, action.terms),
      sameCall: isSameCall(failed, action),
    };
  }

  /** Notes change nothing that runs, and git does not look into files. */
  #mayMatter({ by, paths }: Repair): boolean {
    if (by === 'edit') return this.kind !== 'vcs' && !paths.every(isNote);
    return by !== 'run';
  }

  #shareOfOwnText({ edits }: Action): number {
    if (this.#ownLines.size === 0) return 0;
    let written = 0;
    for (const { wrote } of edits) for (const line of wrote) if (this.#ownLines.has(line)) written++;
    return Math.min(1, written / this.#ownLines.size);
  }

  /** The output says what to run. */
  #isAdvised(line: string, advice: string): boolean {
    return (
      line.length > 6 &&
      line.includes(' ') &&
      advice.includes(line) &&
      !this.#parts.some(({ words }) => words.join(' ') === line)
    );
  }
}

function kindOf({ action, ranHook }: FailedAction, parts: FailingParts['parts']): FailureView['kind'] {
  if (action.edits.some(({ blind }) => !blind) && !action.hasWritten) return 'edit';
  if (action.commands.length === 0) return 'tool';
  if (ranHook || parts.some(({ check }) => check !== null)) return 'check';
  return parts.every(({ verb }) => verb !== null) ? 'vcs' : 'run';
}
