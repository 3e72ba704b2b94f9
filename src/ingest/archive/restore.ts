import { existsSync } from 'node:fs';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { Container, Source } from '../../sources/source.ts';
import type { FileMark, ReadOnlyStore } from '../../store/store.ts';

export interface RestoreOptions {
  readonly store: ReadOnlyStore;
  readonly sources: readonly Source[];
  readonly session: Session;
  /** Folder to write below; never the agent's own. */
  readonly to: string;
  /** An older version of files that were rewritten; the last one when absent. */
  readonly version?: number;
  /** Leave out the files of sub-agents. */
  readonly only?: boolean;
  /** Write each file where it was, those that are gone. Sessions in a database are not written. */
  readonly inPlace?: true;
}

export interface Restored {
  readonly files: readonly RestoredFile[];
  /** False when blocks of the archive are damaged. */
  readonly exact: boolean;
}

interface RestoredFile {
  readonly path: string;
  readonly bytes: number;
  /** What could not be read of it. It is not under its own name, but under `NAME.incomplete`. */
  readonly damaged?: readonly string[];
}

/**
 * Writes a session's files back, byte for byte, in the layout they had; what was in a database, in the agent's export
 * format. Of a file with damaged blocks the whole lines between them are written, beside its name. Overwrites nothing.
 */
export async function restore({
  store,
  sources,
  session,
  to,
  version,
  only = false,
  inPlace,
}: RestoreOptions): Promise<Restored> {
  const found = await filesOf(store, await holderOf(store.read, session), only);
  const marks = inPlace ? found.filter(({ path }) => !isInside(path) && !existsSync(path)) : found;
  if (marks.length === 0) {
    throw new StemmaError('nothing-to-restore', `The archive holds no file of ${session.uid}.`, {
      hint: 'It was logged through the SDK or read from telemetry; `stemma export` gives its events.',
    });
  }
  if (version !== undefined && !marks.some((mark) => version >= 0 && version <= mark.version)) {
    throw new StemmaError('bad-argument', `No file of ${session.uid} has a version ${version}.`, {
      hint: `Versions count from 0; the last one here is ${Math.max(...marks.map((mark) => mark.version))}.`,
    });
  }
  const root = commonFolder(marks.map(({ path }) => path));
  const files: RestoredFile[] = [];
  for (const mark of marks) {
    const target = inPlace ? mark.path : join(to, relative(root, mark.path));
    const container = isInside(mark.path) ? sources.find(({ name }) => name === mark.source)?.container : undefined;
    if (container?.exported) files.push(await writeExport(store, mark, version, container, dirname(target)));
    else files.push(await writeVersion(store, mark, version, target));
  }
  return { files, exact: files.every(({ damaged }) => damaged === undefined) };
}

/** The files a session was read from, its sub-agents' too, and whether they are still there. */
export async function filesOnDisk(
  store: ReadOnlyStore,
  session: Session,
): Promise<readonly { readonly path: string; readonly isThere: boolean; readonly isInDatabase: boolean }[]> {
  const marks = await filesOf(store, await holderOf(store.read, session), false);
  return marks.map(({ path }) => {
    const isInDatabase = isInside(path);
    const file = isInDatabase ? path.slice(0, path.lastIndexOf('#')) : path;
    return { path, isThere: existsSync(file), isInDatabase };
  });
}

/** The session whose file it is in: its own, its caller's, or that of the chat before it. */
async function holderOf(read: ReadOnlyStore['read'], session: Session): Promise<Session> {
  if ((await read.filesOf(session.uid)).length > 0) return session;
  const step = await read.firstStep(session.uid);
  const place = step && (await read.place(step));
  const file = place && (await read.file(place.path));
  return (file && (await read.session(file.session))) ?? session;
}

async function filesOf({ read }: ReadOnlyStore, session: Session, only: boolean): Promise<FileMark[]> {
  const marks = new Map<string, FileMark>();
  const waiting = [session.uid];
  const seen = new Set(waiting);
  for (const uid of waiting) {
    // Logs of hooks are ours, not the agent's.
    for (const mark of await read.filesOf(uid)) if (mark.role !== 'beside') marks.set(mark.path, mark);
    if (only) break;
    for (const child of await read.children(uid, 10_000)) {
      if (child.parent?.relation !== 'subagent' || seen.has(child.uid)) continue;
      seen.add(child.uid);
      waiting.push(child.uid);
    }
  }
  return [...marks.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** See `Contained.path`. */
export function isInside(path: string): boolean {
  return basename(path).includes('#');
}

/** What was in a database is written in the agent's export format; the database itself was never archived. */
async function writeExport(
  { read }: ReadOnlyStore,
  mark: FileMark,
  wanted: number | undefined,
  container: Container,
  folder: string,
): Promise<RestoredFile> {
  const version = Math.min(wanted ?? mark.version, mark.version);
  const damaged: string[] = [];
  const pieces = await read.pieces(mark.path, version);
  const parts = await Array.fromAsync(wholePieces(read, mark.path, version, pieces, damaged));
  const lines = Buffer.concat(parts)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  const { name, text } = container.exported!(lines) ?? {
    name: `${basename(mark.path).replace('#', '-')}.jsonl`,
    text: `${lines.join('\n')}\n`,
  };
  const path = join(folder, damaged.length > 0 ? incomplete(name) : name);
  await using file = await newFile(path);
  await file.writeFile(text);
  return { path, bytes: Buffer.byteLength(text), ...(damaged.length > 0 && { damaged }) };
}

/** The bytes of all pieces that are as they were archived; the others are named in `damaged`. */
async function* wholePieces(
  read: ReadOnlyStore['read'],
  path: string,
  version: number,
  pieces: Pieces,
  damaged: string[],
): AsyncGenerator<Uint8Array> {
  for (const { start, length } of pieces) {
    try {
      yield await Array.fromAsync(read.bytes(path, version, start, start + length)).then(Buffer.concat);
    } catch (error) {
      if (!(error instanceof StemmaError) || error.code !== 'block-damaged') throw error;
      damaged.push(error.message);
    }
  }
}

/** Pieces end with a line, so that lines stay whole when one is left out. */
function incomplete(path: string): string {
  return `${path}.incomplete`;
}

type Pieces = Awaited<ReturnType<ReadOnlyStore['read']['pieces']>>;

async function newFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StemmaError('would-overwrite', `${redact(path)} is already there.`, {
      hint: 'Give another folder with --to.',
      cause: error,
    });
  });
}

async function writeVersion(
  { read }: ReadOnlyStore,
  mark: FileMark,
  wanted: number | undefined,
  target: string,
): Promise<RestoredFile> {
  const version = Math.min(wanted ?? mark.version, mark.version);
  const pieces = await read.pieces(mark.path, version);
  if (pieces.length === 0 && mark.bytes > 0) {
    throw new StemmaError('bad-argument', `Version ${version} of ${redact(mark.path)} is no longer here.`, {
      hint: 'The agent writes the whole file anew at each step; a version without events is dropped.',
    });
  }
  const damaged: string[] = [];
  let bytes = 0;
  {
    await using file = await newFile(target);
    for await (const part of wholePieces(read, mark.path, version, pieces, damaged)) {
      await file.write(part);
      bytes += part.length;
    }
  }
  if (damaged.length === 0) return { path: target, bytes };
  const path = incomplete(target);
  await (await newFile(path)).close();
  await rename(target, path);
  return { path, bytes, damaged };
}

/** The deepest folder all paths lie in. */
function commonFolder(paths: readonly string[]): string {
  let common = dirname(paths[0]!).split(sep);
  for (const path of paths) {
    const parts = dirname(path).split(sep);
    let same = 0;
    while (same < common.length && common[same] === parts[same]) same++;
    common = common.slice(0, same);
  }
  return common.join(sep) || sep;
}
