import type { Action, Edit } from '../steps/action.ts';
import type { FailedAction, FixTracker } from './fix-tracker.ts';
import { repairOf } from '../steps/repair.ts';
import { isSameFile, nameOf } from '../steps/same-file.ts';

/**
 * Tracks an edit that failed. It is over when its text has been written, in one step or in several; or, when other
 * text was written instead, when the file was next changed. What had to come first belongs to the fix: reading the file
 * where it was unread, restoring it where it was gone.
 */
export function trackEdit({ action: failed, failureClass, files }: FailedAction): FixTracker {
  const paths = [...new Set(failed.edits.map(({ path }) => path))];
  /** The lines that are still missing, by file. */
  const wanted = new Map(paths.map((path) => [path, new Set<number>()]));
  for (const { path, wrote } of failed.edits) for (const line of wrote) wanted.get(path)!.add(line);
  const whole = missing();
  /** Of several files, those that the error names: it is over when they are written. */
  const stumbled = paths.filter((path) => [...files.faulty, ...files.mentioned].some((each) => isSameFile(each, path)));
  const attempts: string[] = [];
  const fix: string[] = [];
  const asked: string[] = [];
  let before: { key: string; isLook: boolean }[] = [];
  /** The first change of the file that wrote other text. */
  let otherwise: { readonly fix: readonly string[]; readonly proof: FixTracker['proof'] } | undefined;
  let proof: FixTracker['proof'] = null;
  let over = false;

  return {
    get over() {
      return over;
    },
    attempts,
    get fix() {
      return fix.length > 0 ? fix : (otherwise?.fix ?? []);
    },
    asked,
    get how() {
      return fix.length > 0 || otherwise ? 'change' : null;
    },
    get proof() {
      return proof ?? otherwise?.proof ?? null;
    },
    follow(action) {
      const touching = action.edits.filter(isOfIt);
      if (fix.length > 0 && (touching.length === 0 || !action.hasWritten)) over = action.edits.length === 0 || over;
      if (over) return;
      if (touching.length > 0 && !action.hasWritten) attempts.push(action.key);
      if (action.ended !== 'ok' && !action.hasWritten) return;
      if (touching.some(({ blind }) => !blind)) return write(action, touching);
      if (needs(action)) before.push({ key: action.key, isLook: action.looks.length > 0 });
    },
  };

  function isOfIt({ path, wrote }: Edit): boolean {
    if (paths.some((each) => isSameFile(each, path))) return true;
    // The file was looked for in the wrong place.
    return (
      paths.some((each) => nameOf(each) === nameOf(path)) &&
      [...wanted.values()].some((lines) => [...wrote].some((line) => lines.has(line)))
    );
  }

  function missing(): number {
    return [...wanted.values()].reduce((sum, { size }) => sum + size, 0);
  }

  function write(action: Action, touching: Action['edits']): void {
    const before = missing();
    for (const { path, wrote } of touching)
      for (const [each, lines] of wanted)
        if (nameOf(each) === nameOf(path)) for (const line of wrote) lines.delete(line);
    const reached = before - missing();
    const end = { key: action.key, at: action.at };
    if (whole > 0 && reached === 0 && fix.length === 0) {
      otherwise ??= { fix: [...needed(), action.key], proof: end };
      return;
    }
    if (reached === 0 && whole > 0) {
      over = true;
      return;
    }
    fix.push(...(fix.length === 0 ? needed() : []), action.key);
    proof = end;
    over =
      missing() === 0 ||
      (paths.length > 1 && touching.some(({ path }) => stumbled.some((each) => isSameFile(each, path))));
  }

  /** Of several looks only the last was needed. */
  function needed(): readonly string[] {
    const look = before.findLast(({ isLook }) => isLook)?.key;
    const keys = before.filter(({ key, isLook }) => !isLook || key === look).map(({ key }) => key);
    before = [];
    asked.push(...keys);
    return keys;
  }

  function needs(action: Action): boolean {
    if (
      (failureClass === 'unread' || failureClass === 'stale') &&
      action.looks.some((path) => paths.some((each) => isSameFile(each, path)))
    )
      return true;
    const repair = repairOf(action);
    if (repair?.by === 'state') return true;
    return (
      failureClass === 'absent' &&
      repair?.by === 'edit' &&
      repair.paths.some((path) => paths.some((each) => isSameFile(each, path)))
    );
  }
}
