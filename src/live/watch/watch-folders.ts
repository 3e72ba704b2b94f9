import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Systems limit the number; the rest is found by periodic scans. */
const maxFolders = 4_000;

/**
 * Reports files that change below some places. One watcher per folder reports all its files, while a watcher per file
 * would exhaust the system's limit. Only a hint: systems lose events and network drives have none, so the caller also
 * scans periodically.
 */
export class FolderWatch implements Disposable {
  readonly #onChange: (path: string) => void;
  readonly #skips: (folder: string) => boolean;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Single files that are watched through their folder. */
  readonly #files = new Map<string, Set<string>>();
  #closed = false;
  #refused = 0;

  constructor(onChange: (path: string) => void, skips: (folder: string) => boolean = () => false) {
    this.#onChange = onChange;
    this.#skips = skips;
  }

  /** Folders the system would not let us watch. */
  get refused(): number {
    return this.#refused;
  }

  get folders(): number {
    return this.#watchers.size;
  }

  /** Watches a folder with everything below it, or a single file. A missing place is ignored; add it again later. */
  async add(place: string): Promise<void> {
    const info = await stat(place).catch(() => undefined);
    if (info?.isDirectory()) await this.#follow(place);
    else if (info?.isFile()) this.#followFile(place);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  async #follow(folder: string): Promise<void> {
    if (this.#closed || this.#skips(folder) || (this.#watchers.has(folder) && !this.#files.has(folder))) return;
    this.#files.delete(folder);
    if (!this.#watchers.has(folder) && !this.#watch(folder)) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    // Links are not followed: they may form cycles.
    for (const entry of entries) if (entry.isDirectory()) await this.#follow(join(folder, entry.name));
  }

  #followFile(path: string): void {
    const folder = dirname(path);
    const isFollowedWhole = this.#watchers.has(folder) && !this.#files.has(folder);
    if (isFollowedWhole || (!this.#watchers.has(folder) && !this.#watch(folder))) return;
    this.#files.set(folder, (this.#files.get(folder) ?? new Set()).add(path));
  }

  #watch(folder: string): boolean {
    if (this.#watchers.size >= maxFolders) {
      this.#refused++;
      return false;
    }
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => void this.#entryChanged(folder, name));
      watcher.on('error', () => this.#lose(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      this.#refused++;
      return false;
    }
  }

  async #entryChanged(folder: string, name: string | null): Promise<void> {
    if (name === null || this.#closed) return;
    const path = join(folder, name);
    const files = this.#files.get(folder);
    if (files && !files.has(path)) return;
    const info = await stat(path).catch(() => undefined);
    if (!info) {
      this.#lose(path);
      // A folder that is deleted is reported under its own name; the next one in its place needs a watcher of its own.
      if (!(await stat(folder).catch(() => undefined))) this.#lose(folder);
    } else if (!info.isDirectory()) this.#onChange(path);
    else if (!this.#watchers.has(path)) await this.#discovered(path);
  }

  /** A new folder may already contain files. */
  async #discovered(folder: string): Promise<void> {
    if (this.#skips(folder)) return;
    await this.#follow(folder);
    const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
    for (const entry of entries) if (entry.isFile()) this.#onChange(join(entry.parentPath, entry.name));
  }

  #lose(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#files.delete(folder);
  }
}
