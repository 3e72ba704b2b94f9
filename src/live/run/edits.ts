import { boundedDiff } from './bounded-diff.ts';
import { contentNow, contentOf, nothing, type Before, type Content } from './contents.ts';
import type { Repository } from './repository.ts';
import type { RunLog } from './run-log.ts';

/** What changed in the work tree, an edit for each file and time. */
export class Edits {
  readonly #root: string;
  readonly #repository: Repository | undefined;
  readonly #before: Before;
  readonly #log: RunLog;
  /** By path and content: the edit that produced it. */
  readonly #by = new Map<string, string>();
  /** The commit whose content git wrote when it moved there. */
  readonly #moved = new Map<string, string>();
  count = 0;

  constructor(root: string, repository: Repository | undefined, before: Before, log: RunLog) {
    this.#root = root;
    this.#repository = repository;
    this.#before = before;
    this.#log = log;
  }

  /** Compares these files with what they were. */
  async look(paths: Iterable<string>): Promise<void> {
    for (const path of paths) {
      const now = await contentNow(this.#root, path, this.#repository);
      if (now) await this.#is(path, now);
    }
  }

  /** A commit has this content under the path: it existed, even if it is gone. */
  async was(path: string, blob: string | null, commit: string): Promise<void> {
    if (this.#by.has(nameOf(path, blob))) return;
    if ((await this.#before.get(path))?.blob === blob) return;
    const bytes = blob === null ? undefined : await this.#repository?.content(commit, path);
    if (blob === null || bytes) await this.#is(path, bytes ? contentOf(bytes, this.#repository) : nothing);
  }

  editOf(path: string, blob: string | null): string | undefined {
    return this.#by.get(nameOf(path, blob));
  }

  /** The content of this commit was not written by an edit. */
  movedTo(path: string, commit: string): void {
    this.#moved.set(path, commit);
  }

  async #is(path: string, now: Content): Promise<void> {
    const known = await this.#before.get(path);
    if (known?.blob === now.blob) return;
    this.#before.set(path, now);
    const before = await this.#afterMove(path, known);
    if (before?.blob === now.blob) return;
    this.count += 1;
    const id = this.#log.nextId('e');
    this.#by.set(nameOf(path, now.blob), id);
    this.#log.write(
      'edit',
      {
        id,
        path,
        change: before?.blob === null ? 'create' : now.blob === null ? 'delete' : 'update',
        before: before?.blob ?? null,
        after: now.blob,
        ...differenceOf(path, before, now),
      },
      this.#log.duringRun(now.at),
    );
  }

  async #afterMove(path: string, known: Content | undefined): Promise<Content | undefined> {
    const commit = this.#moved.get(path);
    if (commit === undefined) return known;
    this.#moved.delete(path);
    const bytes = await this.#repository?.content(commit, path);
    return bytes ? contentOf(bytes, this.#repository) : nothing;
  }
}

function differenceOf(path: string, before: Content | undefined, now: Content): Readonly<Record<string, unknown>> {
  const isKnown =
    before !== undefined &&
    (before.blob === null || before.text !== undefined) &&
    (now.blob === null || now.text !== undefined);
  // Too large, no text, or never seen before.
  if (!isKnown) return {};
  const { text, added, removed, isCut } = boundedDiff(path, before.text, now.text);
  return { diff: text, added, removed, ...(isCut && { cut: true }) };
}

function nameOf(path: string, blob: string | null): string {
  return `${path}\0${blob ?? ''}`;
}
