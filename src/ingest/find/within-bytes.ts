import type { SessionUid } from '../../model/ids.ts';
import { newBytes, type Task } from './plan.ts';

/** Files that a run did not read. */
export interface LeftOut {
  readonly files: number;
  readonly bytes: number;
  /** Whether the session that was to come first is among them. */
  readonly isFirstAmong: boolean;
}

/** All tasks, or, where they are too much to read, those of one session if these fit. */
export function withinBytes(
  tasks: readonly Task[],
  max: { readonly bytes: number; readonly first: SessionUid } | undefined,
): { readonly tasks: readonly Task[]; readonly left?: LeftOut } {
  if (max === undefined || bytesOf(tasks) <= max.bytes) return { tasks };
  const isFirst = ({ job }: Task): boolean => job.identity.session === max.first;
  const first = tasks.filter(isFirst);
  const fitting = bytesOf(first) <= max.bytes ? first : [];
  const left = tasks.filter((task) => !fitting.includes(task));
  return { tasks: fitting, left: { files: left.length, bytes: bytesOf(left), isFirstAmong: left.some(isFirst) } };
}

function bytesOf(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { candidate, known }) => sum + newBytes(candidate, known), 0);
}
