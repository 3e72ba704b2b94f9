import { fileStem, nameOf } from './file-name.ts';
import type { Work, WorkFile } from '../facts/work.ts';

/** Signals that a file will be needed again, each from 0 to about 1. Few, because there is little data to fit them. */
export const fileSignals = [
  /** The last step or the one before was about it. */
  'inHand',
  /** How often it was read. */
  'reads',
  /** The ask names it, and it has not been edited since. */
  'askedPending',
  /** It was read for the current task, in which nothing has been edited yet. */
  'readForIt',
  /** It was only used before the current task. */
  'before',
  /** It was edited for the current task; less when many others were edited since. */
  'leftBehind',
  /** Not edited itself, but its tests or the file it tests are edited and not committed. */
  'partner',
  /** The agent's last messages name it. */
  'said',
  /** It was used for several tasks. */
  'severalTasks',
  /** There are few files in total. */
  'few',
] as const;
export type FileSignal = (typeof fileSignals)[number];

export interface FileContext {
  readonly work: Work;
  /** Number of the first step of each task; the last one begins the current task. */
  readonly tasks: readonly number[];
  /** Text of all asks of the current task. */
  readonly asked: string;
  /** Text of the agent's last messages. */
  readonly lastMessages: string;
}

/** Values for all files, in the order of the signals. */
export function signalsOf({ work, tasks, asked, lastMessages }: FileContext): ReadonlyMap<WorkFile, readonly number[]> {
  const begun = tasks.at(-1) ?? 0;
  const now = work.steps.length - 1;
  const own = [...work.files.values()].filter(isOwn);
  const edited = own.filter((file) => editedAt(file) >= begun);
  const stems = Map.groupBy(
    edited.filter((file) => editedAt(file) > (work.commit?.place ?? -1)),
    ({ path }) => fileStem(path),
  );
  return new Map(
    [...work.files.values()].map((file) => {
      const steps = [...file.edits, ...file.reads, ...file.failed];
      const isEdited = editedAt(file) >= begun;
      const isUsed = steps.some(({ place }) => place >= begun);
      const later = edited.filter((other) => other !== file && editedAt(other) > file.last.place).length;
      const usedIn = new Set(steps.map(({ place }) => tasks.findLastIndex((task) => task <= place))).size;
      const values: Record<FileSignal, number> = {
        inHand: flag(now - file.last.place <= 1),
        reads: Math.log2(1 + file.reads.length) / 3,
        askedPending: flag(!isEdited && asked.includes(nameOf(file.path))),
        readForIt: flag(isUsed && !isEdited && edited.length === 0),
        before: flag(!isUsed),
        leftBehind: isEdited ? Math.min(1, Math.log2(1 + later) / 3) : 0,
        partner: flag(!isEdited && (stems.get(fileStem(file.path)) ?? []).length > 0),
        said: flag(lastMessages.includes(nameOf(file.path))),
        severalTasks: Math.min(1, Math.max(0, usedIn - 1) / 3),
        few: 1 / Math.sqrt(Math.max(1, own.length)),
      };
      return [file, fileSignals.map((signal) => values[signal])];
    }),
  );
}

/** Whether the agent itself used it, not only its sub-agents. */
export function isOwn({ edits, reads, failed }: WorkFile): boolean {
  return edits.length + reads.length + failed.length > 0;
}

function editedAt({ edits }: WorkFile): number {
  return edits.at(-1)?.place ?? -1;
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}
