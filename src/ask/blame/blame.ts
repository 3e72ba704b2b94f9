import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';
import { blameCommit } from './blame-commit.ts';
import type { BlameCommitAnswer } from './blame-commit.ts';
import { blameFile } from './blame-file.ts';
import type { BlameFileAnswer, BlameOptions } from './blame-file.ts';
import { fileAt, filesAt, findCommit, noCommit } from './commit.ts';
import { repositoryAround } from './git.ts';
import type { AskedFile } from './same-file.ts';
import { isText, linesOf } from './text-lines.ts';

export type BlameAnswer = BlameFileAnswer | BlameCommitAnswer;

export interface BlameRequest extends BlameOptions {
  /** What relative paths start from, and where a repository is looked for. */
  readonly folder: string;
  /** The file as this commit has it, rather than as it is on disk. */
  readonly at?: string;
}

/**
 * Which steps wrote a file (`PATH`), some of its lines (`PATH:LINE`, `PATH:FROM-TO`), or what a commit added
 * (`COMMIT`).
 */
export async function blame(
  read: StoreReader,
  target: string,
  { folder, at, ...options }: BlameRequest,
): Promise<BlameAnswer> {
  await wantFolder(folder);
  const named = await fileNamed(target, folder, at !== undefined);
  if (!named) return await blameCommit(read, await commitNamed(target, folder), options);
  const { path, range } = named;
  const around = repositoryAround(dirname(path));
  const root = around ?? dirname(path);
  const commit = at === undefined ? undefined : await commitIn(around, at, dirname(path));
  const has = commit ? await filesAt(root, commit.hash) : (other: string): boolean => existsSync(join(root, other));
  const file = { root, path: relative(root, path).split(sep).join('/'), has };
  const lines = linesIn(commit ? await bytesAt(file, commit.hash) : await readFile(path), file.path);
  if (range) wantLines(range, lines.length, file.path);
  return await blameFile(read, { file, lines, ...(commit && { commit }), ...(range && { range }) }, options);
}

interface Named {
  readonly path: string;
  readonly range?: { readonly from: number; readonly to: number };
}

/**
 * A file by that name comes first; then one with lines; what is neither is a commit, unless it is to be looked for in
 * one.
 */
async function fileNamed(target: string, folder: string, isInCommit: boolean): Promise<Named | undefined> {
  const [, name = target, first, last] = /^(.+?):(\d+)(?:-(\d+))?$/.exec(target) ?? [];
  const from = Number(first);
  const withLines: Named =
    first === undefined
      ? { path: resolve(folder, target) }
      : { path: resolve(folder, name), range: { from, to: last === undefined ? from : Number(last) } };
  if (isInCommit) return withLines;
  for (const named of [{ path: resolve(folder, target) }, withLines]) {
    const info = await stat(named.path).catch(() => undefined);
    if (info?.isDirectory())
      throw new StemmaError('bad-argument', `${redact(target)} is a folder.`, {
        hint: 'Name a file in it, or a commit.',
      });
    if (info) return named;
  }
  return undefined;
}

async function commitNamed(
  name: string,
  folder: string,
): Promise<{ readonly root: string; readonly commit: Awaited<ReturnType<typeof commitIn>> }> {
  const root = repositoryAround(folder);
  if (looksLikePath(name)) {
    const found = root === undefined ? undefined : await findCommit(root, name);
    if (found) return { root: root!, commit: found };
    throw new StemmaError('path-not-found', `There is no file ${redact(name)} in ${redact(folder)}.`, {
      hint: 'A file that is no longer on disk can be asked about as it was: --at COMMIT.',
    });
  }
  return { root: root ?? folder, commit: await commitIn(root, name, folder) };
}

function looksLikePath(name: string): boolean {
  return /[./\\:]/.test(name) && !/\.\.|@\{/.test(name);
}

async function commitIn(root: string | undefined, name: string, folder: string) {
  if (root === undefined) {
    throw new StemmaError(
      'not-a-repository',
      `${redact(folder)} is in no git repository, so there is no commit "${redact(name)}".`,
      {
        hint: '--repo FOLDER names the repository to look in; there is no file by that name.',
      },
    );
  }
  const commit = await findCommit(root, name);
  if (!commit) throw noCommit(name, root);
  return commit;
}

async function bytesAt({ root, path }: AskedFile, hash: string): Promise<Uint8Array> {
  const bytes = await fileAt(root, hash, path);
  if (bytes) return bytes;
  throw new StemmaError('path-not-found', `There is no file ${redact(path)} in commit ${hash.slice(0, 10)}.`, {
    hint: `\`git ls-tree -r --name-only ${hash.slice(0, 10)}\` lists those there are.`,
  });
}

function linesIn(bytes: Uint8Array, path: string): readonly string[] {
  if (isText(bytes) && bytes.length <= largest) return linesOf(Buffer.from(bytes).toString('utf8'));
  throw new StemmaError(
    'not-text',
    bytes.length > largest ? `${redact(path)} is too long to be read line by line.` : `${redact(path)} is not a text.`,
    {
      hint: 'Only files of lines can be asked about; `stemma search` finds the steps that name any file.',
    },
  );
}

const largest = 20_000_000;

function wantLines({ from, to }: { readonly from: number; readonly to: number }, last: number, path: string): void {
  if (from >= 1 && to >= from && to <= last) return;
  throw new StemmaError(
    'bad-argument',
    to < from || from < 1 ? `There is no line ${from}-${to}.` : `${redact(path)} has ${last} lines, and no line ${to}.`,
    {
      hint: 'Lines are counted from 1: src/cart.ts:12, or src/cart.ts:12-20.',
    },
  );
}

async function wantFolder(folder: string): Promise<void> {
  const info = await stat(folder).catch(() => undefined);
  if (info?.isDirectory()) return;
  throw new StemmaError('path-not-found', `There is no folder ${redact(folder)}.`, {
    hint: 'Name a folder that is there.',
  });
}
