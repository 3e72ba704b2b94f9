import { accessSync, constants, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isExcluded } from '../../ingest/find/find-files.ts';
import { isObject } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { appendTo } from './append-to.ts';
import { logOf } from './log-of.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { spooled } from './spooled.ts';
import type { Spooled } from './spooled.ts';
import { parseJson } from '../../platform/parse-json.ts';

export interface SpoolRun {
  /** stemma's home. */
  readonly home: string;
  readonly clock: () => number;
  /** Paths and glob patterns: events of work there are discarded. */
  readonly exclude: readonly string[];
  /** At most this many events in one call; the rest is for the next. */
  readonly limit?: number;
}

export interface Collected {
  /** Events that are in the hook logs now. */
  readonly events: number;
  /** Of these, the ones that were no JSON. */
  readonly unreadable: number;
  /** Events that were discarded because their folder is excluded. */
  readonly excluded: number;
  /** Files that are still being written, perhaps. */
  readonly waiting: number;
  /** There is more than one call collects: call again. */
  readonly more: boolean;
  /** Another stemma was collecting, and nothing was done here. */
  readonly busy: boolean;
}

/**
 * Moves events from the spool, oldest first, into hook logs. A spool file is removed only when its line is on disk: a
 * crash in between repeats a line and loses none. Memory holds the names and about 4 MB of events, or the largest one.
 */
export async function collectSpool({ home, clock, exclude, limit = 2_000 }: SpoolRun): Promise<Collected> {
  const spool = join(home, 'spool');
  // What cannot be removed would be collected again and again.
  if (!isOurs(spool)) return nothing;
  return (
    (await oneAtATime(join(home, 'spool.lock'), () => collect(home, spool, { now: clock(), exclude, limit }))) ?? {
      ...nothing,
      busy: true,
    }
  );
}

function isOurs(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const nothing: Collected = { events: 0, unreadable: 0, excluded: 0, waiting: 0, more: false, busy: false };

async function collect(
  home: string,
  spool: string,
  { now, exclude, limit }: { readonly now: number } & Required<Pick<SpoolRun, 'exclude' | 'limit'>>,
): Promise<Collected> {
  const { files, more } = spooled(spool, limit);
  let [events, unreadable, excluded, waiting] = [0, 0, 0, 0];
  const batch = new Batch(home);
  for (const file of files) {
    const event = eventOf(file, now);
    if (event === 'gone') continue;
    if (event === 'unfinished') {
      waiting++;
      continue;
    }
    const { cwd } = logOf(file.agent, event.payload);
    if (cwd !== undefined && isExcluded(cwd, exclude)) {
      remove(file.path);
      excluded++;
      continue;
    }
    events++;
    if (event.payload === undefined) unreadable++;
    await batch.add(file, event);
  }
  await batch.write();
  return { events, unreadable, excluded, waiting, more, busy: false };
}

interface SpoolEvent {
  readonly text: string;
  readonly payload?: JsonObject;
}

/** A file that is not JSON may still be being written: it gets another minute. */
function eventOf({ path, mtimeMs }: Spooled, now: number): SpoolEvent | 'gone' | 'unfinished' {
  const text = textOf(path);
  if (text === undefined) return 'gone';
  const payload = parsed(text);
  if (payload) return { text, payload };
  return now - mtimeMs < patienceMs ? 'unfinished' : { text };
}

const patienceMs = 60_000;

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = parseJson(withoutMark(text));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Windows programs put a byte order mark before text. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Lines to be appended to the logs, and the spool files to remove afterwards. */
class Batch {
  readonly #home: string;
  readonly #lines = new Map<string, string[]>();
  #done: string[] = [];
  #size = 0;

  constructor(home: string) {
    this.#home = home;
  }

  async add({ path, agent: hookOf, event, from, mtimeMs }: Spooled, { text, payload }: SpoolEvent): Promise<void> {
    const { agent, log } = logOf(hookOf, payload);
    const head = JSON.stringify({ stemma: 'hook', agent, event, at: new Date(mtimeMs).toISOString(), from });
    // A number with twenty digits would not survive parsing, so the agent's own text is kept. In JSON, line breaks are
    // never inside a value.
    const rest = payload
      ? `"payload":${withoutMark(text)
          .trim()
          .replace(/[\r\n]+/g, ' ')}`
      : `"unreadable":${JSON.stringify(text)}`;
    const line = `${head.slice(0, -1)},${rest}}\n`;
    const place = join(this.#home, 'hooks', ...log);
    const lines = this.#lines.get(place);
    if (lines) lines.push(line);
    else this.#lines.set(place, [line]);
    this.#done.push(path);
    this.#size += line.length;
    if (this.#size > enough) await this.write();
  }

  async write(): Promise<void> {
    for (const [log, lines] of this.#lines) await appendTo(log, lines.join(''));
    for (const path of this.#done) remove(path);
    this.#lines.clear();
    this.#done = [];
    this.#size = 0;
  }
}

const enough = 4 * 1024 * 1024;

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
