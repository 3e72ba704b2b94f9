import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { matchesGlob } from '../../platform/files/matches-glob.ts';
import { peekFile, peekStream } from '../../platform/files/peek.ts';
import { maskedIdentity } from '../scan/mask-sessions.ts';
import { type Problem, problemOf, reasonOf } from './problem.ts';
import type { DocumentShape, Identity, Machine, Peek, Source } from '../../sources/source.ts';

/** A file of an agent's history, before its source is known. */
export interface Candidate {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** When it was created, as far as the file system knows. */
  readonly bornMs: number;
  /** Named by the user, not found by us: then it is reported when it is not recognised. */
  readonly named: boolean;
  /** The source whose container holds it, if it is not a file of its own. */
  readonly inside?: Source;
}

/**
 * Everything the sources find on this machine. Files that vanish meanwhile are ignored; a source that fails does not
 * hide the others.
 */
export async function* filesOnMachine(
  sources: readonly Source[],
  machine: Machine,
): AsyncGenerator<Candidate | Problem> {
  const seen = new Set<string>();
  for (const source of sources) {
    for await (const path of foundBy(source, machine)) {
      if (typeof path !== 'string') {
        yield path;
        continue;
      }
      if (seen.has(path)) continue;
      seen.add(path);
      const info = await stat(path).catch(() => undefined);
      if (info?.isFile())
        yield { path, size: info.size, mtimeMs: info.mtimeMs, bornMs: info.birthtimeMs, named: false };
    }
  }
}

async function* foundBy(source: Source, machine: Machine): AsyncGenerator<string | Problem> {
  try {
    yield* source.discover(machine);
  } catch (error) {
    yield {
      path: source.title,
      reason: 'discovery-failed',
      message: `The files of ${source.title} could not be listed: ${reasonOf(error)}.`,
    };
  }
}

/** The files the user named, and all below the folders the user named. */
export async function* filesBelow(paths: readonly string[]): AsyncGenerator<Candidate> {
  for (const path of paths.map((named) => resolve(named))) {
    const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw new StemmaError(
        'path-not-found',
        `${redact(path)} cannot be read: ${redact(error.code ?? error.message)}.`,
        {
          hint: 'Give a transcript, or a folder that holds some.',
          cause: error,
        },
      );
    });
    if (info.isFile()) yield { path, size: info.size, mtimeMs: info.mtimeMs, bornMs: info.birthtimeMs, named: true };
    else if (info.isDirectory()) yield* walk(path);
  }
}

async function* walk(folder: string): AsyncGenerator<Candidate> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== '.git') yield* walk(path);
    } else if (entry.isFile()) {
      const info = await stat(path).catch(() => undefined);
      if (info) yield { path, size: info.size, mtimeMs: info.mtimeMs, bornMs: info.birthtimeMs, named: false };
    }
  }
}

export function isExcluded(path: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (pattern) =>
      path === pattern ||
      path.startsWith(pattern.endsWith('/') ? pattern : `${pattern}/`) ||
      matchesGlob(path, pattern),
  );
}

export type Recognition =
  | { readonly source: Source; readonly identity: Identity; readonly document: DocumentShape | undefined }
  /** It contains sessions, and is not one itself. */
  | { readonly container: Source }
  | Problem
  | undefined;

/** Its source and the session it holds; a problem when it cannot be read, nothing when no source recognises it. */
export async function recognise({ path, named, inside }: Candidate, sources: readonly Source[]): Promise<Recognition> {
  let peek: Peek;
  try {
    peek = inside ? await peekStream(path, inside.container!.bytes(path, 0)) : await peekFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { path, reason: 'path-unreadable', message: `${path} could not be read (${code}).` };
  }
  try {
    const container = inside ? undefined : sources.find((source) => source.container?.matches(peek));
    if (container) return { container };
    const source =
      inside ??
      sources.find((candidate) => !candidate.isFallback && candidate.matches(peek)) ??
      (named ? sources.find((candidate) => candidate.isFallback && candidate.matches(peek)) : undefined);
    if (source)
      return {
        source,
        identity: maskedIdentity(source.identify(peek)),
        document: inside ? undefined : source.document?.(peek),
      };
  } catch (error) {
    return problemOf(path, error);
  }
  return named
    ? { path, reason: 'not-recognised', message: `${path} is no transcript of an agent stemma knows.` }
    : undefined;
}

/** The sessions in a container. One that cannot be opened does not affect others. */
export async function* filesInside({ path, bornMs }: Candidate, source: Source): AsyncGenerator<Candidate | Problem> {
  try {
    for await (const { path: inner, size, mtimeMs } of source.container!.list(path))
      yield { path: inner, size: known(size), mtimeMs: known(mtimeMs), bornMs, named: false, inside: source };
  } catch (error) {
    yield { path, reason: 'path-unreadable', message: `${path} could not be opened: ${reasonOf(error)}.` };
  }
}

/** Sizes and times inside a container are what its program wrote, and may be anything. */
function known(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
