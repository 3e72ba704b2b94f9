import type { Edits } from './edits.ts';
import type { Repository } from './repository.ts';
import type { RunLog } from './run-log.ts';

/** No run makes more; a fetched history may have any number. */
const maxAtEnd = 100;
const maxFiles = 200;

/** New commits, each with the edits whose content it holds, and other moves of HEAD. */
export class Commits {
  readonly #repository: Repository;
  readonly #edits: Edits;
  readonly #log: RunLog;
  readonly #recorded = new Set<string>();
  #read: number;
  #head: string | undefined;

  /** From where HEAD's log is now. */
  static async follow(repository: Repository, head: string | undefined, edits: Edits, log: RunLog): Promise<Commits> {
    return new Commits(repository, head, edits, log, (await repository.headLog(Number.MAX_SAFE_INTEGER)).size);
  }

  private constructor(repository: Repository, head: string | undefined, edits: Edits, log: RunLog, read: number) {
    this.#repository = repository;
    this.#head = head;
    this.#edits = edits;
    this.#log = log;
    this.#read = read;
  }

  get hashes(): ReadonlySet<string> {
    return this.#recorded;
  }

  async look(): Promise<void> {
    const { size, added } = await this.#repository.headLog(this.#read);
    this.#read = size;
    for (const line of added.split('\n').filter(Boolean)) {
      const [, from, to, message] = /^([0-9a-f]+) ([0-9a-f]+) [^\t]*\t?(.*)$/.exec(line) ?? [];
      if (from === undefined || to === undefined) continue;
      this.#head = to;
      if (made.test(message ?? '')) await this.#commit(to);
      else if (from !== to) await this.#moved(/^0+$/.test(from) ? undefined : from, to, message ?? '');
    }
  }

  /** Where no log of HEAD is kept, what is new is seen at the end. */
  async end(): Promise<void> {
    await this.look();
    const head = await this.#repository.head();
    if (head === undefined || head === this.#head) return;
    for (const hash of await this.#repository.between(this.#head, head, maxAtEnd)) await this.#commit(hash);
    this.#head = head;
  }

  async #commit(hash: string): Promise<void> {
    const commit = this.#recorded.has(hash) ? undefined : await this.#repository.commit(hash);
    if (!commit) return;
    this.#recorded.add(hash);
    const changed = await this.#repository.difference(commit.parents[0], hash);
    for (const { path, blob } of changed.slice(0, maxFiles)) await this.#edits.was(path, blob, hash);
    const files = changed.slice(0, maxFiles).map(({ path, blob, status }) => {
      const edit = this.#edits.editOf(path, blob);
      return { path, change: status, blob, ...(edit !== undefined && { edit }) };
    });
    const branch = await this.#repository.branch();
    const { parents, author, subject } = commit;
    this.#log.write('commit', {
      id: this.#log.nextId('k'),
      hash,
      parents,
      subject,
      author,
      files,
      ...(branch !== undefined && { branch }),
      ...(changed.length > maxFiles && { allFiles: changed.length }),
    });
  }

  /** Files that git writes while it moves to another commit are not edits. */
  async #moved(from: string | undefined, to: string, message: string): Promise<void> {
    if (!taken.test(message))
      for (const { path } of await this.#repository.difference(from, to)) this.#edits.movedTo(path, to);
    this.#log.write('head', { id: this.#log.nextId('h'), from: from ?? null, to, text: message });
  }
}

const made = /^(?:commit|cherry-pick|revert|am|rebase(?: -i)? \((?:pick|reword|edit|squash|fixup|continue)\))/;
/** A reset discards work: then the changes in the files are recorded. */
const taken = /^reset:/;
