import type { Chain } from '../../model/chain.ts';
import type { FileContext } from './file-signals.ts';
import type { FileWeights } from './file-odds.ts';
import type { Present } from './present.ts';
import type { Recalled } from './recall.ts';
import type { Todo } from './todo.ts';
import type { Work } from './work.ts';

/** All that a pack is written from. */
export interface Known {
  readonly recalled: Recalled;
  readonly work: Work;
  readonly present: Present;
  readonly todo: Todo | undefined;
  /** Failures as they stood, latest first. */
  readonly failures: readonly Chain[];
  /** Characters that a pack may have. */
  readonly room: number;
  readonly weights?: FileWeights;
  /** How files are named, where they are listed to be read. */
  readonly mention?: (path: string) => string;
}

/** What the files of a work are judged by. */
export function fileContext({ work, present }: Known): FileContext {
  return { work, tasks: present.tasks, asked: present.asked, said: present.minded };
}

/** How long a line of a pack may be: much of a large one, little of a small one. */
export function lineRoom({ room }: Pick<Known, 'room'>): number {
  return Math.min(1200, Math.max(90, Math.round(room / 12)));
}

/** Whether there is so little room that names must do. */
export function isTight({ room }: Pick<Known, 'room'>): boolean {
  return room < 2400;
}
