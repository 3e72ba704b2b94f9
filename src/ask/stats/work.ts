import { Tally } from '../../memory/digest/tally.ts';
import type { KeptDigest, SessionFilter, StoreReader } from '../../store/store.ts';

/** Files and commands of several digests together. A digest has only the most used ones, not all. */
export interface Work {
  /** How many sessions have a digest. */
  readonly digests: number;
  /** Those that most sessions edited first. */
  readonly files: readonly FileWork[];
  /** Those that most sessions ran first. */
  readonly commands: readonly CommandWork[];
}

export interface FileWork {
  readonly repo: string | null;
  readonly path: string;
  readonly sessions: number;
  readonly edits: number;
  readonly reads: number;
}

export interface CommandWork {
  readonly command: string;
  readonly sessions: number;
  readonly runs: number;
  readonly failed: number;
}

/** Reads no event: a digest is small, and is there also when the session's bytes are gone. */
export async function workOf(digests: AsyncIterable<KeptDigest> | Iterable<KeptDigest>): Promise<Work> {
  const files = new Tally<{ -readonly [Key in keyof FileWork]: FileWork[Key] }>(
    5_000,
    ({ sessions, edits, reads }) => (edits > 0 ? 1e9 : 0) + sessions * 1e5 + Math.min(edits + reads, 99_999),
  );
  const commands = new Tally<{ -readonly [Key in keyof CommandWork]: CommandWork[Key] }>(
    5_000,
    ({ sessions, runs }) => sessions * 1e6 + runs,
  );
  let count = 0;
  for await (const { digest, repo } of digests) {
    count++;
    for (const { path, edits, reads } of digest.files.items) {
      const file = files.of(`${repo ?? ''}\n${path}`, () => ({ repo, path, sessions: 0, edits: 0, reads: 0 }));
      file.sessions++;
      file.edits += edits;
      file.reads += reads;
    }
    for (const { command, runs, failed } of digest.commands.items) {
      const run = commands.of(command, () => ({ command, sessions: 0, runs: 0, failed: 0 }));
      run.sessions++;
      run.runs += runs;
      run.failed += failed;
    }
  }
  return { digests: count, files: files.heaviest(most), commands: commands.heaviest(most) };
}

const most = 20;

export async function* everyDigest(read: StoreReader, filter: SessionFilter): AsyncIterable<KeptDigest> {
  for (let offset = 0; ; offset += page) {
    const digests = await read.digests(filter, { limit: page, offset });
    yield* digests;
    if (digests.length < page) return;
  }
}

const page = 200;
