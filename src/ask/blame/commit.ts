import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { git } from './git.ts';

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** When it was committed, UTC. */
  readonly at: string;
  readonly parents: readonly string[];
}

/** Lines that a commit added to one of its files. */
export interface AddedLines {
  readonly path: string;
  /** From 1. */
  readonly lines: readonly number[];
}

/** The commit that git understands by this name; undefined when it knows none. */
export async function findCommit(root: string, name: string): Promise<Commit | undefined> {
  const hash = (await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]))
    ?.toString()
    .trim();
  if (!hash) return undefined;
  const shown = await git(root, [
    'show',
    '--no-patch',
    '--no-show-signature',
    '--format=%H%x00%cI%x00%an%x00%P%x00%s',
    hash,
  ]);
  const [full = hash, at = '', author = '', parents = '', subject = ''] = shown?.toString().trimEnd().split('\0') ?? [];
  return { hash: full, subject, author, at: new Date(at).toISOString(), parents: parents.split(' ').filter(Boolean) };
}

export function noCommit(name: string, root: string): StemmaError {
  return new StemmaError('commit-not-found', `git knows no commit "${redact(name)}" in ${redact(root)}.`, {
    hint: '`git log --oneline` lists commits; --repo FOLDER looks in another repository.',
  });
}

/**
 * What a commit added, file by file; of a merge what it brought to its first parent. Moved files count by what
 * changed in them. Undefined when it is more than can be held.
 */
export async function addedBy(root: string, { hash, parents }: Commit): Promise<readonly AddedLines[] | undefined> {
  const range = parents[0] === undefined ? ['--root', hash] : [parents[0], hash];
  const diff = await git(root, [
    'diff-tree',
    '-r',
    '-p',
    '-M',
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-commit-id',
    ...range,
  ]);
  return diff && addedIn(diff.toString());
}

/** A file as a commit has it. */
export async function fileAt(root: string, hash: string, path: string): Promise<Uint8Array | undefined> {
  return git(root, ['cat-file', 'blob', `${hash}:${path}`]);
}

/** Whether a commit has a file at a path. */
export async function filesAt(root: string, hash: string): Promise<(path: string) => boolean> {
  const names = new Set((await git(root, ['ls-tree', '-r', '-z', '--name-only', hash]))?.toString().split('\0'));
  return (path) => names.has(path);
}

function addedIn(diff: string): readonly AddedLines[] {
  const files: { path: string; lines: number[] }[] = [];
  let next = 0;
  let left = 0;
  for (const line of diff.split('\n')) {
    if (left > 0 && line.startsWith('+')) {
      files.at(-1)?.lines.push(next++);
      left -= 1;
    } else if (line.startsWith('+++ ')) {
      files.push({ path: unquoted(line.slice(4).replace(/\t$/, '')).replace(/^b\//, ''), lines: [] });
    } else if (line.startsWith('@@ ')) {
      const [, from, count] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      next = Number(from);
      left = Number(count ?? 1);
    }
  }
  return files.filter(({ lines }) => lines.length > 0);
}

/** Git quotes names with signs in them as C does. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes = name
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, sign: string) =>
      sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8)) : (signs[sign] ?? sign),
    );
  return bytes;
}
const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
