import type { RowsAnswer, SessionUid, SkeletonAnswer } from '../../../../src/types.ts';
import { get, segment } from '../../api.ts';
import type { ChangedSessions } from '../../live.ts';
import { yieldToBrowser } from './yield-to-browser.ts';
import { hasChanged } from './has-changed.ts';
import { RowPages } from './row-pages.ts';
import { defaultFolds, rowsOf } from './rows-of.ts';
import { extendSkeleton, readSkeleton, type Skeleton } from './skeleton.ts';
import { combineSteps, type Steps } from './steps.ts';

/** The loaded state of a session; a new object for each change. */
export interface SessionState {
  /** Null until the first answer has arrived. */
  readonly steps: Steps | null;
  readonly error: Error | null;
  /** Sub-agents whose steps are loading. */
  readonly opening: ReadonlySet<SessionUid>;
}

/** Loads a session and its open sub-agents, and keeps them up to date. Requests run one at a time, in order. */
export class SessionData {
  /** As in the URL: may be a prefix of the uid. */
  readonly uid: SessionUid;
  readonly pages = new RowPages(async (uid, params) => await get<RowsAnswer>(`/sessions/${segment(uid)}/rows`, params));
  readonly #opened = new Map<SessionUid, Skeleton>();
  readonly #listeners = new Set<() => void>();
  #abort = new AbortController();
  #root: Skeleton | null = null;
  #state: SessionState = { steps: null, error: null, opening: new Set() };
  #queue: Promise<void> = Promise.resolve();
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #stale = new Set<SessionUid>();
  #combineMs = 0;

  constructor(uid: SessionUid) {
    this.uid = uid;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SessionState => this.#state;

  /** Loads the session and the sub-agents that start open. Runs until `stop`. */
  start(opened: readonly SessionUid[]): void {
    this.#abort = new AbortController();
    this.load();
    for (const uid of opened) this.open(uid);
  }

  /** Loads the session, also as a retry after an error. */
  load(): void {
    this.#enqueue(async () => {
      this.#update({ error: null });
      this.#root = await this.#fetchAll(this.uid);
      await this.#combineSteps();
    });
  }

  /** Loads a sub-agent's steps and inserts them after its call. */
  open(uid: SessionUid): void {
    if (this.#opened.has(uid) || this.#state.opening.has(uid)) return;
    this.#update({ opening: new Set([...this.#state.opening, uid]) });
    this.#enqueue(async () => {
      try {
        this.#opened.set(uid, await this.#fetchAll(uid));
      } finally {
        this.#update({ opening: new Set([...this.#state.opening].filter((each) => each !== uid)) });
      }
      await this.#combineSteps();
    });
  }

  close(uid: SessionUid): void {
    if (!this.#opened.has(uid)) return;
    this.#enqueue(async () => {
      this.#opened.delete(uid);
      await this.#combineSteps();
    });
  }

  opened(): readonly SessionUid[] {
    return [...this.#opened.keys()];
  }

  /**
   * Loads what is new if a shown session has changed. Long sessions are refreshed less often, because each refresh
   * costs a pass over all steps.
   */
  refresh(changed: ChangedSessions): void {
    if (!this.#root) return;
    const shown = [this.#root.session.uid, ...this.#opened.keys()];
    for (const uid of shown) if (changed === null || changed.includes(uid)) this.#stale.add(uid);
    if (this.#stale.size === 0 || this.#refreshTimer !== undefined) return;
    this.#refreshTimer = setTimeout(
      () => {
        this.#refreshTimer = undefined;
        this.#enqueue(async () => await this.#fetchNew());
      },
      Math.max(200, this.#combineMs * 10),
    );
  }

  stop(): void {
    this.#abort.abort();
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    this.#state = { ...this.#state, opening: new Set() };
    this.pages.close();
  }

  async #fetchNew(): Promise<void> {
    const stale = [...this.#stale];
    this.#stale = new Set();
    let isChanged = false;
    for (const uid of stale) {
      const isRoot = uid === this.#root?.session.uid;
      const had = isRoot ? this.#root : this.#opened.get(uid);
      if (!had) continue;
      const answer = await this.#fetch(uid, had.next);
      if (!hasChanged(had, answer)) continue;
      const next = await this.#fetchRest(await extendSkeleton(had, answer, had.next), answer);
      if (isRoot) this.#root = next;
      else this.#opened.set(uid, next);
      this.pages.invalidate(uid, answer.before);
      isChanged = true;
    }
    if (isChanged) await this.#combineSteps();
    else if (this.#state.error) this.#update({ error: null });
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
    return await get<SkeletonAnswer>(
      `/sessions/${segment(uid)}/skeleton`,
      { after: after || null },
      this.#abort.signal,
    );
  }

  async #combineSteps(): Promise<void> {
    const began = performance.now();
    const steps = await combineSteps(this.#root!, this.#opened);
    await yieldToBrowser();
    rowsOf(steps, defaultFolds);
    await yieldToBrowser();
    this.#combineMs = performance.now() - began;
    this.#update({ steps, error: null });
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      if (!this.#abort.signal.aborted)
        this.#update({ error: error instanceof Error ? error : new Error(String(error)) });
    });
  }

  #update(changes: Partial<SessionState>): void {
    if (this.#abort.signal.aborted) return;
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
