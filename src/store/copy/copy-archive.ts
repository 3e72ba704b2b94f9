import { createHash } from 'node:crypto';
import { sessionKey, type Key, type SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { ArchiveEnd, ArchiveTarget, EventTexts, FailureText, Row } from './archive-end.ts';
import { columnAt, tableNames, type TableName } from './archive-tables.ts';
import { TreeSums } from './tree-sums.ts';

export interface CopyOptions {
  /** Replace trees of the target that differ from the source's. */
  readonly replace?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
}

export interface CopyProgress {
  readonly trees: { readonly done: number; readonly total: number };
  readonly events: number;
  readonly doing: 'copying' | 'comparing';
}

/** What was copied and compared, row by row: everything counted here as copied or the same. */
export interface CopyReport {
  readonly from: { readonly engine: ArchiveEnd['engine']; readonly address: string };
  readonly to: { readonly engine: ArchiveEnd['engine']; readonly address: string };
  readonly trees: {
    readonly total: number;
    readonly copied: number;
    readonly replaced: number;
    /** Were there before, and are the same. */
    readonly same: number;
    /** Were there before, are not the same, and were left as they are. */
    readonly different: number;
    /** Hold a session that was forgotten in the target. */
    readonly forgotten: number;
  };
  readonly tables: readonly { readonly table: TableName | 'search' | 'failure'; readonly rows: number }[];
  /** Of all that was compared: the same on both sides. */
  readonly hash: string;
  readonly different: readonly Difference[];
  readonly truncated: boolean;
}

export interface Difference {
  readonly sessions: readonly string[];
  /** Where they differ. */
  readonly tables: readonly string[];
}

/**
 * Copies an archive into another, tree by tree: each is complete in the target or absent, and is read back and compared
 * before it is committed. An interrupted copy is continued by copying again: trees that are the same are left alone.
 * Other trees of the target stay: archives of several people may go into one. The source is only read, as a snapshot.
 */
export async function copyArchive(
  source: ArchiveEnd,
  target: ArchiveTarget,
  options: CopyOptions = {},
): Promise<CopyReport> {
  const meta = await source.meta();
  if (meta.get('rebuilding')) {
    throw new StemmaError(
      'bad-argument',
      `A rebuild of ${source.address} was begun and not finished: a part of it is missing.`,
      { hint: 'Run `stemma rebuild` on it first.' },
    );
  }
  const copy = new Copy(source, target, options);
  await copy.begin();
  for (const tree of await source.trees()) await copy.tree(tree);
  await copy.compareWords();
  await copy.failures(meta);
  await copy.finish(meta);
  return copy.report();
}

const shownDifferences = 20;

class Copy {
  readonly #source: ArchiveEnd;
  readonly #target: ArchiveTarget;
  readonly #options: CopyOptions;
  readonly #mark: string;
  readonly #hash = createHash('sha256');
  readonly #rows = new Map<TableName | 'search' | 'failure', number>();
  readonly #trees = { total: 0, copied: 0, replaced: 0, same: 0, different: 0, forgotten: 0 };
  readonly #different: Difference[] = [];
  /** Trees that are the same on both sides, and how they became so. */
  readonly #equal = new Map<Key, 'copied' | 'replaced' | 'same'>();
  #differences = 0;
  #wordsHash = '';
  #here: ReadonlySet<Key> = new Set();
  #forgotten: ReadonlySet<Key> = new Set();
  #shift = 0;
  #done = 0;
  #events = 0;

  constructor(source: ArchiveEnd, target: ArchiveTarget, options: CopyOptions) {
    this.#source = source;
    this.#target = target;
    this.#options = options;
    this.#mark = `copying ${source.address}`;
  }

  async begin(): Promise<void> {
    this.#here = new Set(await this.#target.trees());
    this.#forgotten = new Set(await this.#target.forgotten());
    this.#trees.total = (await this.#source.trees()).length;
    const arrivals = await this.#source.arrivals();
    if (arrivals === undefined) return;
    const before = (await this.#target.meta()).get(this.#mark);
    this.#shift = before === undefined ? await this.#target.shiftFor(arrivals) : Number(before);
    await this.#target.alone(() => this.#target.setMeta(this.#mark, String(this.#shift)));
  }

  async tree(tree: Key): Promise<void> {
    this.#report('copying');
    const uids = await this.#uidsOf(tree);
    if (uids.some((uid) => this.#forgotten.has(sessionKey(uid)))) this.#trees.forgotten += 1;
    else if (!this.#here.has(tree)) await this.#add(tree, uids);
    else await this.#compare(tree, uids);
    this.#done += 1;
    this.#report('copying');
  }

  async #uidsOf(tree: Key): Promise<readonly SessionUid[]> {
    const uids: SessionUid[] = [];
    for await (const page of this.#source.rows('session', tree))
      uids.push(...page.map((row) => row[uidAt] as SessionUid));
    return uids;
  }

  async #add(tree: Key, uids: readonly SessionUid[]): Promise<void> {
    const elsewhere = await this.#target.elsewhere(tree, uids);
    // Two halves of a session under two trees would be two sessions in every answer.
    if (elsewhere.length > 0) return this.#leave(elsewhere, ['session']);
    this.#count(tree, await this.#put(tree, false), 'copied');
  }

  async #compare(tree: Key, uids: readonly SessionUid[]): Promise<void> {
    const sums = await this.#sumsOf(this.#source, tree);
    const differing = sums.differing(await this.#sumsOf(this.#target, tree));
    if (differing.length === 0) {
      this.#count(tree, sums, 'same');
    } else if (this.#options.replace) {
      this.#count(tree, await this.#put(tree, true), 'replaced');
    } else this.#leave(uids, differing);
  }

  #leave(sessions: readonly string[], differing: readonly string[]): void {
    this.#trees.different += 1;
    this.#differs({ sessions: sessions.slice(0, shownDifferences), tables: differing });
  }

  #differs(difference: Difference): void {
    this.#differences += 1;
    if (this.#different.length < shownDifferences) this.#different.push(difference);
  }

  /** Complete and compared, or not at all. */
  async #put(tree: Key, isThere: boolean): Promise<TreeSums> {
    const target = this.#target;
    return await target.alone(async () => {
      if (isThere) await target.dropTree(tree);
      const sent = new TreeSums();
      const named = new Set<Key>();
      for (const table of tableNames) {
        for await (const page of this.#source.rows(table, tree)) {
          this.#listen();
          sent.add(table, page);
          for (const fingerprint of fingerprintsIn(table, page)) named.add(fingerprint);
          await target.put(table, tree, table === 'event' ? page.map((row) => this.#arrived(row)) : page);
          if (table === 'event') this.#saw(page.length, 'copying');
        }
      }
      await this.#putFailures(tree, [...named]);
      await target.finish(tree);
      const differing = sent.differing(await this.#sumsOf(target, tree));
      if (differing.length === 0) return sent;
      throw new StemmaError(
        'store-damaged',
        `What was copied to ${target.address} came back different (${differing.join(', ')}); it was taken back.`,
        {
          hint: 'Look at the disk and the log of the target, and copy again. Should it happen again, it is a bug: please report it.',
        },
      );
    });
  }

  #arrived(row: Row): Row {
    return row.with(arrivalAt, (row[arrivalAt] as number) + this.#shift);
  }

  async #putFailures(tree: Key, fingerprints: readonly Key[]): Promise<void> {
    for (let at = 0; at < fingerprints.length; at += failuresAtOnce) {
      await this.#target.putFailures(tree, await this.#source.failuresOf(fingerprints.slice(at, at + failuresAtOnce)));
    }
  }

  async #sumsOf(end: ArchiveEnd, tree: Key): Promise<TreeSums> {
    const sums = new TreeSums();
    for (const table of tableNames) {
      for await (const page of end.rows(table, tree)) {
        this.#listen();
        sums.add(table, page);
      }
    }
    return sums;
  }

  #count(tree: Key, sums: TreeSums, since: 'copied' | 'replaced' | 'same'): void {
    this.#equal.set(tree, since);
    this.#trees[since] += 1;
    for (const table of tableNames) {
      this.#rows.set(table, (this.#rows.get(table) ?? 0) + sums.rowsOf(table));
      this.#hash.update(`${tree} ${table} ${sums.of(table)}\n`);
    }
  }

  /** The search texts of events, in one pass over each side: an index offers no other way. */
  async compareWords(): Promise<void> {
    const ours = each(this.#source.words());
    const theirs = each(this.#target.words());
    const unequal = new Set<Key>();
    const hash = createHash('sha256');
    let words = 0;
    let [one, other] = [await next(ours), await next(theirs)];
    while (one !== undefined || other !== undefined) {
      this.#listen();
      const order =
        one === undefined
          ? 1
          : other === undefined
            ? -1
            : one.tree - other.tree || one.session - other.session || one.seq - other.seq;
      const { tree } = (order > 0 ? other : one)!;
      if (this.#equal.has(tree) && (order !== 0 || one!.words !== other!.words)) unequal.add(tree);
      if (order === 0 && this.#equal.has(tree)) {
        words += 1;
        hash.update(`${one!.words}\n`);
        if (words % 1_000 === 0) this.#report('comparing');
      }
      if (order <= 0) one = await next(ours);
      if (order >= 0) other = await next(theirs);
    }
    this.#rows.set('search', words);
    this.#wordsHash = hash.digest('hex');
    if (unequal.size > 0) await this.#mend(unequal);
  }

  /** Trees of which only the search texts differ. */
  async #mend(unequal: ReadonlySet<Key>): Promise<void> {
    const mayReplace = this.#options.replace === true && [...unequal].every((tree) => this.#equal.get(tree) === 'same');
    for (const tree of unequal) {
      this.#trees[this.#equal.get(tree)!] -= 1;
      if (mayReplace) {
        await this.#put(tree, true);
        this.#equal.set(tree, 'replaced');
        this.#trees.replaced += 1;
      } else {
        this.#equal.delete(tree);
        this.#leave(await this.#uidsOf(tree), ['search']);
      }
    }
    if (mayReplace) await this.compareWords();
  }

  /** Their vectors, where both have the same embedding, or the target has none. */
  async failures(meta: ReadonlyMap<string, string>): Promise<void> {
    const known = (await this.#target.meta()).get('embedding');
    const withVectors = known === undefined || known === meta.get('embedding');
    let [rows, after] = [0, -1];
    for (;;) {
      const page = await this.#source.failures(after);
      if (page.length === 0) break;
      this.#listen();
      const here = new Map(
        (await this.#target.failuresOf(page.map(({ fingerprint }) => fingerprint))).map((each) => [
          each.fingerprint,
          each,
        ]),
      );
      if (withVectors)
        await this.#target.alone(() =>
          this.#target.putVectors(
            page.filter(({ fingerprint, vector }) => vector !== null && here.get(fingerprint)?.vector === null),
          ),
        );
      const kept = new Map((await this.#target.failuresOf([...here.keys()])).map((each) => [each.fingerprint, each]));
      for (const failure of page) {
        const other = kept.get(failure.fingerprint);
        // Only trees that were left alone name it.
        if (other === undefined && this.#equal.size < this.#trees.total) continue;
        if (other === undefined || !isSame(failure, other, withVectors))
          this.#differs({ sessions: [], tables: ['failure'] });
        this.#hash.update(`${failure.fingerprint} ${failure.text}`);
        rows += 1;
      }
      after = page.at(-1)!.fingerprint;
    }
    this.#rows.set('failure', rows);
  }

  async finish(meta: ReadonlyMap<string, string>): Promise<void> {
    const target = this.#target;
    const here = await target.meta();
    await target.alone(async () => {
      await target.forget(await this.#source.forgotten());
      for (const [name, value] of meta) {
        if (isOfTheStore(name)) continue;
        if (name === 'ingested_at' ? Number(value) > Number(here.get(name) ?? 0) : !here.get(name))
          await target.setMeta(name, value);
      }
      await target.setMeta(this.#mark, undefined);
    });
  }

  report(): CopyReport {
    const end = ({ engine, address }: ArchiveEnd) => ({ engine, address });
    return {
      from: end(this.#source),
      to: end(this.#target),
      trees: this.#trees,
      tables: [...this.#rows].map(([table, rows]) => ({ table, rows })),
      hash: this.#hash.update(this.#wordsHash).digest('hex'),
      different: this.#different,
      truncated: this.#differences > this.#different.length,
    };
  }

  #saw(events: number, doing: CopyProgress['doing']): void {
    this.#events += events;
    this.#report(doing);
  }

  #report(doing: CopyProgress['doing']): void {
    this.#options.onProgress?.({ trees: { done: this.#done, total: this.#trees.total }, events: this.#events, doing });
  }

  #listen(): void {
    if (!this.#options.signal?.aborted) return;
    throw new StemmaError('interrupted', 'Stopped before everything was copied.', {
      hint: 'What was copied is whole; run the same command again to go on.',
    });
  }
}

const uidAt = columnAt('session', 'uid');
const arrivalAt = columnAt('event', 'arrival');
const failuresAtOnce = 500;

function fingerprintsIn(table: TableName, rows: readonly Row[]): readonly Key[] {
  if (table !== 'chain' && table !== 'complaint') return [];
  const at = columnAt(table, 'fingerprint');
  return rows.map((row) => row[at] as Key);
}

/** The first type of a text counts for all trees, and another archive may have had another one first. */
function isSame(one: FailureText, other: FailureText, withVectors: boolean): boolean {
  return (
    one.text === other.text &&
    (!withVectors || one.vector === null || (other.vector !== null && Buffer.compare(one.vector, other.vector) === 0))
  );
}

/** Notes of one database about itself. */
function isOfTheStore(name: string): boolean {
  return name === 'traces-left' || name === 'rebuilding' || name.startsWith('copying ');
}

async function* each(pages: AsyncIterable<readonly EventTexts[]>): AsyncGenerator<EventTexts, undefined> {
  for await (const page of pages) yield* page;
  return undefined;
}

async function next(words: AsyncGenerator<EventTexts, undefined>): Promise<EventTexts | undefined> {
  return (await words.next()).value;
}
