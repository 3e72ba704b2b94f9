import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the spool: one event of one agent, and when it came. */
export interface Spooled {
  readonly path: string;
  readonly agent: string;
  readonly event: string;
  /** `<pid>.<n>` */
  readonly from: string;
  readonly mtimeMs: number;
}

/** The oldest files of the spool. For a spool that nobody emptied for long, the oldest among the first names found. */
export function spooled(folder: string, limit: number): { readonly files: readonly Spooled[]; readonly more: boolean } {
  const found: Spooled[] = [];
  let more = false;
  // Asynchronous reads, one by one, take ten times as long.
  const entries = opendirSync(folder, { bufferSize: 1_000 });
  for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
    const parts = nameOf(entry.name);
    if (!parts) continue;
    if (found.length >= Math.max(limit, maxNames)) {
      more = true;
      break;
    }
    const path = join(folder, entry.name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // Hooks only create files; one too large for a string stays where it is.
    if (stat?.isFile() && stat.size < largest) found.push({ path, ...parts, mtimeMs: stat.mtimeMs });
  }
  entries.closeSync();
  found.sort((a, b) => a.mtimeMs - b.mtimeMs || byNumber(a.from, b.from));
  return { files: found.slice(0, limit), more: more || found.length > limit };
}

const maxNames = 20_000;
const largest = 256 * 1024 * 1024;

/** `<pid>.<n>` by their numbers. Not by a collator: creating one takes as long as all the rest. */
function byNumber(one: string, other: string): number {
  const [a, b] = [one, other].map((from) => from.split('.').map(Number));
  return a![0]! - b![0]! || a![1]! - b![1]!;
}

/** `<agent>.<event>.<pid>.<n>`; the event may have dots. */
function nameOf(name: string): Pick<Spooled, 'agent' | 'event' | 'from'> | undefined {
  const [, agent, event, from] = /^([a-z][a-z0-9-]{0,40})\.([A-Za-z][\w.-]{0,80})\.(\d+\.\d+)$/.exec(name) ?? [];
  return agent === undefined || event === undefined || from === undefined ? undefined : { agent, event, from };
}
