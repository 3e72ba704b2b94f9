import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { keyOf, type SessionUid } from '../../model/ids.ts';

/**
 * Which notes a session got and what failed there, shared by hooks that know nothing of each other. Many may run at
 * once: what must happen once is a file that only one process can create, and a count is a line appended in one write.
 * Nothing is ever read and written back.
 */
export class SessionNotes {
  readonly #folder: string;

  constructor(home: string, session: SessionUid) {
    this.#folder = join(notesFolder(home), keyOf(session).toString(36));
  }

  isNoted(what: string): boolean {
    return existsSync(join(this.#folder, what));
  }

  /** True for one caller only. */
  note(what: string): boolean {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    try {
      closeSync(openSync(join(this.#folder, what), 'wx', 0o600));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Adds a time, and returns all of them, the latest at the end. What two hooks of one call report has the same `id`
   * and counts once.
   */
  count(what: string, at: number, id = `${process.pid}.${process.hrtime.bigint()}`): readonly number[] {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, what);
    appendFileSync(path, `${at} ${id}\n`, { mode: 0o600 });
    const times = new Map(
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]),
    );
    return [...times.values()].filter(Number.isFinite).toSorted((a, b) => a - b);
  }
}

const days = 7;

/** Forgets sessions without a failure for a week. */
export function pruneNotes(home: string, now: number): number {
  let removed = 0;
  for (const name of namesIn(notesFolder(home))) {
    const folder = join(notesFolder(home), name);
    const touched = [folder, ...namesIn(folder).map((file) => join(folder, file))].map(
      (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    if (now - Math.max(...touched) < days * 24 * 60 * 60 * 1000) continue;
    rmSync(folder, { recursive: true, force: true });
    removed++;
  }
  return removed;
}

export function notesFolder(home: string): string {
  return join(home, 'advice', 'sessions');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
