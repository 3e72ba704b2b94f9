import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AnalysisState } from './session-analysis.ts';

// The analyses of the files that grew last, so that a few lines more do not cost a whole session again. They are a copy
// of what reading the file again would give: one that is missing, old or damaged is no loss. They hold what the agent
// wrote, as the archive does, so only the owner can read them, and they go when anything is forgotten or evicted.

/** Increase it whenever an analysis remembers something else: then the file is read again from its beginning. */
const format = 2;

/** How far a file had been read: what was read last shows that it is the same file. */
export interface KeptUntil {
  readonly version: number;
  readonly offset: number;
  readonly scanState: string;
}

interface Kept {
  readonly mark: string;
  readonly state: AnalysisState;
}

/** Where the analysis of a file is kept. */
export function keptPlace(folder: string, path: string): string {
  return join(folder, `${hash('sha256', path, 'hex').slice(0, 32)}.analysis`);
}

/** The analysis as it stood there; undefined when it stood elsewhere. */
export function readKept(place: string, until: KeptUntil): AnalysisState | undefined {
  try {
    const { mark, state } = deserialize(zstdDecompressSync(readFileSync(place))) as Kept;
    return mark === markOf(until) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Where it cannot be kept, the file is read again. */
export function writeKept(place: string, until: KeptUntil, state: AnalysisState): void {
  const kept: Kept = { mark: markOf(until), state };
  const fresh = `${place}.${process.pid}`;
  try {
    const bytes = serialize(kept);
    if (bytes.length > maxBytes) return;
    mkdirSync(join(place, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, zstdCompressSync(bytes, fast), { mode: 0o600 });
    renameSync(fresh, place);
  } catch {
    rmSync(fresh, { force: true });
  }
}

/** Drops all but the latest. */
export function pruneKept(folder: string): void {
  try {
    const files = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
    for (const { name } of files.toSorted((a, b) => b.at - a.at).slice(maxKept))
      rmSync(join(folder, name), { force: true });
  } catch {
    // There are none, or another run is doing the same.
  }
}

function markOf({ version, offset, scanState }: KeptUntil): string {
  return `${format} ${version} ${offset} ${hash('sha256', scanState, 'hex')}`;
}

/** Sessions that somebody may go on with. */
export const maxKept = 16;
/** A session that needs more to be remembered is read again. */
const maxBytes = 64 * 1024 * 1024;
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
