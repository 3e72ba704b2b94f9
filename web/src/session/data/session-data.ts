import type { RowsAnswer, SessionUid, SkeletonAnswer } from '../../../../src/types.ts';
import { get, segment } from '../../api.ts';
import type { News } from '../../live.ts';
import { breathe } from './breathe.ts';
import { isNews } from './is-news.ts';
import { RowPages } from './row-pages.ts';
import { noFolds, rowsOf } from './rows-of.ts';
import { extendSkeleton, readSkeleton, type Skeleton } from './skeleton.ts';
import { weave, type Steps } from './weave.ts';

/** What is known of a session at the moment; each is a new object. */
export interface Known {
  /** Null until the first answer is here. */
  readonly steps: Steps | null;
  readonly error: Error | null;
  /** Sub-agents whose steps are on their way. */
  readonly opening: ReadonlySet<SessionUid>;
}

/** A session and its open sub-agents: fetched once, then what is new of them. One thing at a time, in order. */
export class SessionData {
  /** As in the address: maybe only the beginning of the uid. */
  readonly uid: SessionUid;
  readonly pages = new RowPages(async (uid, params) => await get<RowsAnswer>(`/sessions/${segment(uid)}/rows`, params));
  readonly #opened = new Map<SessionUid, Skeleton>();
  readonly #listeners = new Set<() => void>();
  #gone = new AbortController();
  #root: Skeleton | null = null;
  #known: Known = { steps: null, error: null, opening: new Set() };
  #working: Promise<void> = Promise.resolve();
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #stale = new Set<SessionUid>();
  #weaveMs = 0;

  constructor(uid: SessionUid) {
    this.uid = uid;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly known = (): Known => this.#known;

  /** From here on, until `end`: fetches the session, and the sub-agents that are to be open. */
  begin(opened: readonly SessionUid[]): void {
    this.#gone = new AbortController();
    this.load();
    for (const uid of opened) this.open(uid);
  }

  /** Fetches the session; again after it could not be. */
  load(): void {
    this.#do(async () => {
      this.#tell({ error: null });
      this.#root = await this.#fetchAll(this.uid);
      await this.#weave();
    });
  }

  /** Fetches a sub-agent's steps and shows them after its call. */
  open(uid: SessionUid): void {
    if (this.#opened.has(uid) || this.#known.opening.has(uid)) return;
    this.#tell({ opening: new Set([...this.#known.opening, uid]) });
    this.#do(async () => {
      try {
        this.#opened.set(uid, await this.#fetchAll(uid));
      } finally {
        this.#tell({ opening: new Set([...this.#known.opening].filter((each) => each !== uid)) });
      }
      await this.#weave();
    });
  }

  close(uid: SessionUid): void {
    if (!this.#opened.has(uid)) return;
    this.#do(async () => {
      this.#opened.delete(uid);
      await this.#weave();
    });
  }

  opened(): readonly SessionUid[] {
    return [...this.#opened.keys()];
  }

  /**
   * Asks for what is new when that may concern what is shown. A long session is asked for less often: each answer
   * costs a pass over all of it.
   */
  hear(news: News): void {
    if (!this.#root) return;
    const shown = [this.#root.session.uid, ...this.#opened.keys()];
    for (const uid of shown) if (news === null || news.includes(uid)) this.#stale.add(uid);
    if (this.#stale.size === 0 || this.#refresh !== undefined) return;
    this.#refresh = setTimeout(
      () => {
        this.#refresh = undefined;
        this.#do(async () => await this.#fetchNew());
      },
      Math.max(200, this.#weaveMs * 10),
    );
  }

  end(): void {
    this.#gone.abort();
    clearTimeout(this.#refresh);
    this.#refresh = undefined;
    this.#known = { ...this.#known, opening: new Set() };
    this.pages.close();
  }

  async #fetchNew(): Promise<void> {
    const stale = [...this.#stale];
    this.#stale = new Set();
    let hasNews = false;
    for (const uid of stale) {
      const isRoot = uid === this.#root?.session.uid;
      const had = isRoot ? this.#root : this.#opened.get(uid);
      if (!had) continue;
      const answer = await this.#fetch(uid, had.next);
      if (!isNews(had, answer)) continue;
      const next = await this.#fetchRest(await extendSkeleton(had, answer, had.next), answer);
      if (isRoot) this.#root = next;
      else this.#opened.set(uid, next);
      this.pages.forget(uid, answer.before);
      hasNews = true;
    }
    if (hasNews) await this.#weave();
    else if (this.#known.error) this.#tell({ error: null });
  }

  async #fetchAll(uid: SessionUid): Promise<Skeleton> {
    const answer = await this.#fetch(uid, 0);
    return await this.#fetchRest(await readSkeleton(answer), answer);
  }

  async #fetchRest(had: Skeleton, latest: SkeletonAnswer): Promise<Skeleton> {
    let all = had;
    for (let answer = latest; answer.truncated;) {
      const after = all.next;
      answer = await this.#fetch(all.session.uid, after);
      all = await extendSkeleton(all, answer, after);
      if (all.next === after) break;
    }
    return all;
  }

  async #fetch(uid: SessionUid, after: number): Promise<SkeletonAnswer> {
    return await get<SkeletonAnswer>(`/sessions/${segment(uid)}/skeleton`, { after: after || null }, this.#gone.signal);
  }

  async #weave(): Promise<void> {
    const began = performance.now();
    const steps = await weave(this.#root!, this.#opened);
    await breathe();
    rowsOf(steps, noFolds);
    await breathe();
    this.#weaveMs = performance.now() - began;
    this.#tell({ steps, error: null });
  }

  #do(work: () => Promise<void>): void {
    this.#working = this.#working.then(work).catch((error: unknown) => {
      if (!this.#gone.signal.aborted) this.#tell({ error: error instanceof Error ? error : new Error(String(error)) });
    });
  }

  #tell(changes: Partial<Known>): void {
    if (this.#gone.signal.aborted) return;
    this.#known = { ...this.#known, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
