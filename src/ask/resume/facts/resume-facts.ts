import type { Chain } from '../../../model/chain.ts';
import type { FileContext } from '../files/file-signals.ts';
import type { FileWeights } from '../files/file-odds.ts';
import type { CurrentTask } from './current-task.ts';
import type { History } from './read-history.ts';
import type { Todo } from './todo.ts';
import type { Event } from '../../../model/event.ts';
import type { Session } from '../../../model/session.ts';
import type { Work } from './work.ts';
import type { Written } from './written.ts';

/** The facts a pack is written from. */
export interface ResumeFacts {
  readonly history: History;
  readonly work: Work;
  readonly task: CurrentTask;
  /** The whole texts of what was asked, said and shown last. */
  readonly written: Written;
  /** The last request of a person: what was stated before it may no longer hold. */
  readonly lastAsk: Event | undefined;
  /** Other sessions that led here, newest first; none unless they were asked for. */
  readonly sessionsBefore: readonly Session[];
  readonly todo: Todo | undefined;
  /** Failures as they stood at that point, latest first. */
  readonly failures: readonly Chain[];
  /** Maximum length of the pack in characters. */
  readonly room: number;
  /** Whether who reads the pack has read what a line says. */
  readonly isKnown?: (line: string) => boolean;
  /** Another agent continues: the tools of this one are not named. */
  readonly isForAnother?: boolean;
  readonly weights?: FileWeights;
  /** How the list of files writes a path. */
  readonly mention?: (path: string) => string;
}

/** Input of the file ranking. */
export function fileContext({ work, task }: ResumeFacts): FileContext {
  return { work, tasks: task.tasks, asked: task.asked, lastMessages: task.recentText };
}

/** Maximum length of a line, in proportion to the size of the pack. */
export function lineRoom({ room }: Pick<ResumeFacts, 'room'>): number {
  return Math.min(1200, Math.max(90, Math.round(room / 12)));
}

/** Whether the budget is so small that lines must be very short. */
export function isTight({ room }: Pick<ResumeFacts, 'room'>): boolean {
  return room < 2400;
}
