import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The questions of a run to git. Read only: no lock is taken, no hook and no pager runs. */
export class Repository {
  readonly root: string;
  readonly gitDir: string;
  readonly #algorithm: string;

  /** The work tree that holds this folder, if there is one. */
  static async at(cwd: string): Promise<Repository | undefined> {
    const output = await git(cwd, ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--show-object-format']).catch(
      () => undefined,
    );
    const [root, gitDir, algorithm] = output?.toString().trimEnd().split('\n') ?? [];
    return root && gitDir ? new Repository(root, gitDir, algorithm === 'sha256' ? 'sha256' : 'sha1') : undefined;
  }

  private constructor(root: string, gitDir: string, algorithm: string) {
    this.root = root;
    this.gitDir = gitDir;
    this.#algorithm = algorithm;
  }

  async head(): Promise<string | undefined> {
    return (await this.#git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']))?.trim() || undefined;
  }

  async branch(): Promise<string | undefined> {
    return (await this.#git(['symbolic-ref', '--quiet', '--short', 'HEAD']))?.trim() || undefined;
  }

  /** Files that are not as HEAD has them, and folders and files that git ignores (folders end in a slash). */
  async status(): Promise<{ readonly dirty: readonly string[]; readonly ignored: readonly string[] }> {
    const output =
      (await this.#git([
        'status',
        '--porcelain',
        '-z',
        '--no-renames',
        '--untracked-files=all',
        '--ignored=matching',
      ])) ?? '';
    const entries = output.split('\0').filter((entry) => entry.length > 3);
    const paths = (isIgnored: boolean): string[] =>
      entries.filter((entry) => entry.startsWith('!!') === isIgnored).map((entry) => entry.slice(3));
    return { dirty: paths(false), ignored: paths(true) };
  }

  /** Files whose content may differ from what this commit holds, and files that no commit holds. */
  async changedSince(commit: string | undefined): Promise<readonly string[]> {
    const tracked =
      commit === undefined
        ? ''
        : await this.#git(['diff', '--name-only', '--no-renames', '--no-ext-diff', '-z', commit]);
    return [...(tracked ?? '').split('\0').filter(Boolean), ...(await this.status()).dirty];
  }

  async ignored(paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const output = await git(
      this.root,
      ['check-ignore', '-z', '--stdin'],
      paths.map((path) => `${path}\0`).join(''),
    ).catch(() => undefined);
    return new Set(output?.toString().split('\0').filter(Boolean));
  }

  /** The content of a path in a commit or tree. */
  async content(commit: string, path: string): Promise<Buffer | undefined> {
    return git(this.root, ['cat-file', 'blob', `${commit}:${path}`]).catch(() => undefined);
  }

  /** The files in which two commits differ; the first commit of all differs in all of its files. */
  async difference(from: string | undefined, to: string): Promise<readonly Changed[]> {
    const output = await this.#git(
      from === undefined
        ? ['diff-tree', '-r', '-z', '--root', '--no-commit-id', '--no-renames', to]
        : ['diff-tree', '-r', '-z', '--no-renames', from, to],
    );
    const parts = (output ?? '').split('\0');
    const changed: Changed[] = [];
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [, , , blob, status] = parts[at]!.split(' ');
      if (blob !== undefined && status !== undefined)
        changed.push({ path: parts[at + 1]!, status, blob: /^0+$/.test(blob) ? null : blob });
    }
    return changed;
  }

  async commit(hash_: string): Promise<Commit | undefined> {
    const output = await this.#git([
      'show',
      '--no-patch',
      '--no-show-signature',
      '--format=%H%x00%P%x00%an <%ae>%x00%cI%x00%s',
      hash_,
    ]);
    const [name, parents, author, at, subject] = output?.trimEnd().split('\0') ?? [];
    return name
      ? {
          hash: name,
          parents: (parents ?? '').split(' ').filter(Boolean),
          author: author ?? '',
          at: Date.parse(at ?? ''),
          subject: subject ?? '',
        }
      : undefined;
  }

  /** Commits that can be reached from one and not from the other, oldest first. */
  async between(from: string | undefined, to: string, maxCommits: number): Promise<readonly string[]> {
    const output = await this.#git([
      'rev-list',
      '--reverse',
      `--max-count=${maxCommits}`,
      to,
      ...(from === undefined ? [] : [`^${from}`]),
    ]);
    return (output ?? '').split('\n').filter(Boolean);
  }

  /** The reflog of HEAD: its size, and what was added from this byte on. */
  async headLog(from: number): Promise<{ readonly size: number; readonly added: string }> {
    const path = join(this.gitDir, 'logs', 'HEAD');
    const size = await stat(path).then(
      (info) => info.size,
      () => 0,
    );
    if (size <= from) return { size, added: '' };
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const added = bytes.subarray(from).toString();
    const whole = added.slice(0, added.lastIndexOf('\n') + 1);
    return { size: from + Buffer.byteLength(whole), added: whole };
  }

  /** The git blob id of these bytes. */
  blobOf(bytes: Uint8Array): string {
    return hash(this.#algorithm, Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]), 'hex');
  }

  #git(args: readonly string[]): Promise<string | undefined> {
    return git(this.root, args).then(
      (output) => output.toString(),
      () => undefined,
    );
  }
}

export interface Changed {
  readonly path: string;
  /** Git's letter: A, M, D, T. */
  readonly status: string;
  readonly blob: string | null;
}

export interface Commit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly at: number;
  readonly subject: string;
}

function git(cwd: string, args: readonly string[], input?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat', LC_ALL: 'C' };
    // core.fsmonitor would start a daemon.
    const child = execFile(
      'git',
      ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', ...args],
      { cwd, env, encoding: 'buffer', maxBuffer: 64 * 1024 * 1024, timeout: 20_000 },
      (error, stdout) => {
        if (error) reject(error);
        else resolve(stdout);
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}
