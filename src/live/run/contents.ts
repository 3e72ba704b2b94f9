import { hash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './repository.ts';

/** What a file held when it was last looked at. */
export interface Content {
  /** Its git blob id; null when there was no file. */
  readonly blob: string | null;
  /** Of files that are text and not too large. */
  readonly text?: string;
  /** When it was written (ms), of the file. */
  readonly at?: number;
}

export const largestText = 1024 * 1024;
/** Larger files are not edits. */
const largestFile = 32 * 1024 * 1024;
const maxKept = 64 * 1024 * 1024;
/** Outside a repository nothing shows which files matter. */
const maxFiles = 5_000;

export const nothing: Content = { blob: null };

/** What is in the file now; undefined when that cannot or need not be known. */
export async function contentNow(
  root: string,
  path: string,
  repository: Repository | undefined,
): Promise<Content | undefined> {
  const info = await lstat(join(root, path)).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? null : undefined,
  );
  if (info === null) return nothing;
  if (!info?.isFile() || info.size > largestFile) return undefined;
  const bytes = await readFile(join(root, path)).catch(() => undefined);
  return bytes && { ...contentOf(bytes, repository), at: info.mtimeMs };
}

export function contentOf(bytes: Buffer, repository: Repository | undefined): Content {
  const blob =
    repository?.blobOf(bytes) ?? hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]), 'hex');
  const isText = bytes.length <= largestText && !bytes.includes(0);
  return { blob, ...(isText && { text: bytes.toString() }) };
}

/** What each file held before the run; read when it changes. */
export class Before {
  readonly #root: string;
  readonly #repository: Repository | undefined;
  readonly #head: string | undefined;
  readonly #known = new Map<string, Content>();
  #kept = 0;
  /** Whether there are more files than can be followed. */
  isPartial = false;

  constructor(root: string, repository: Repository | undefined, head: string | undefined) {
    this.#root = root;
    this.#repository = repository;
    this.#head = head;
  }

  /** Copies what git does not have. */
  async take(dirty: readonly string[]): Promise<void> {
    for (const path of this.#repository ? dirty : await this.#filesBelow()) {
      const content = await contentNow(this.#root, path, this.#repository);
      if (content) this.set(path, content);
    }
  }

  /** Undefined when unknown. */
  async get(path: string): Promise<Content | undefined> {
    const known = this.#known.get(path);
    if (known || !this.#repository) return known ?? (this.isPartial ? undefined : nothing);
    const bytes = this.#head === undefined ? undefined : await this.#repository.content(this.#head, path);
    return bytes ? contentOf(bytes, this.#repository) : nothing;
  }

  set(path: string, { blob, text }: Content): void {
    this.#kept += text?.length ?? 0;
    this.#kept -= this.#known.get(path)?.text?.length ?? 0;
    this.#known.set(path, this.#kept > maxKept || text === undefined ? { blob } : { blob, text });
    if (this.#kept > maxKept) this.#kept -= text?.length ?? 0;
  }

  /** Files that may have changed as far as we know; outside a repository also those that are new. */
  async paths(): Promise<readonly string[]> {
    return [...this.#known.keys(), ...(this.#repository ? [] : await this.#filesBelow())];
  }

  async #filesBelow(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const folders = ['']; folders.length > 0;) {
      const folder = folders.shift()!;
      for (const entry of await readdir(join(this.#root, folder), { withFileTypes: true }).catch(() => [])) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !isGeneratedFolder(entry.name)) folders.push(path);
        if (!entry.isFile()) continue;
        if (found.length === maxFiles) {
          this.isPartial = true;
          return found;
        }
        found.push(path);
      }
    }
    return found;
  }
}

/** Folders without anybody's own work. */
export function isGeneratedFolder(name: string): boolean {
  return (
    name === '.git' ||
    name === 'node_modules' ||
    name === '.venv' ||
    name === '__pycache__' ||
    name === '.hg' ||
    name === '.svn'
  );
}
