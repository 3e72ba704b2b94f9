import { LineRuns } from '../platform/line-runs.ts';
import { eventKey, flavorOf, treeKey, type Key, type SessionUid } from '../model/ids.ts';
import type { Disposition } from '../model/words.ts';
import type { Identity, Link, SessionPatch, Source } from '../sources/source.ts';
import type { Batch, EventRow, FileMark, LineCounts, LinkRow, PieceRow, SessionRow, Store, Tally, UnknownRow } from '../store/store.ts';
import { Copies } from './copies.ts';
import { textSummary } from '../normalise/summary.ts';
import { repoOf } from './repo-of.ts';
import { addLines, noLines, type PieceDraft, type ScanBatch, type ScanEvent, type ScanJob } from './scan-batch.ts';

export interface Kept {
  /** Sessions the batch told of: the file's own, and sub-agents that wrote into it. */
  readonly sessions: ReadonlySet<SessionUid>;
  readonly events: number;
  readonly lines: LineCounts;
  readonly bytes: number;
}

/** How the file looked on disk before it was read. */
export interface Seen {
  readonly size: number;
  readonly mtimeMs: number;
  readonly at: number;
}

/** Puts what a scan gives into the store: each record once, whoever wrote it down again. One per file and run. */
export class Keeper {
  readonly #store: Store;
  readonly #source: Source;
  readonly #job: ScanJob;
  readonly #workspace: string;
  readonly #seen: Seen;
  readonly #copies: Copies;
  #tree: Key | undefined;
  #version: number | undefined;
  #lines: LineCounts;
  #bytes: number;

  constructor(options: { store: Store; source: Source; job: ScanJob; mark: FileMark | undefined; workspace: string; seen: Seen }) {
    this.#store = options.store;
    this.#source = options.source;
    this.#job = options.job;
    this.#workspace = options.workspace;
    this.#seen = options.seen;
    this.#lines = options.mark?.lines ?? noLines;
    this.#bytes = options.mark?.bytes ?? 0;
    this.#version = options.mark?.version;
    this.#copies = new Copies(options.store, options.job.identity.session, options.mark?.state);
  }

  async keep(batch: ScanBatch): Promise<Kept> {
    const { identity } = this.#job;
    if (batch.version !== this.#version) {
      this.#version = batch.version;
      this.#lines = noLines;
      this.#bytes = 0;
    }
    if (this.#source.gives.globalRecordIds) await this.#copies.look(batch.events);
    this.#tree ??= await this.#treeOf(identity);
    const tree = this.#tree;

    const homes = await this.#homes(tree, batch);
    const original = (await this.#copies.without(batch.events)).filter(({ row }) => (homes.get(row.session) ?? tree) === tree);
    const known = await this.#store.write.known(tree, original.map(({ row }) => row.key));
    const fresh = withoutRepeats(original, known);
    const lines = withCopies(batch.lines, batch.events, fresh);
    this.#lines = addLines(this.#lines, lines);

    // A copied line's links were stated by the original, about the original's sub-agents.
    const stated = batch.links.flatMap(({ link, lineIndex }) => (lines[lineIndex] === 'copy' || (link.type !== 'continued' && homes.get(link.child) === 'forgotten') ? [] : [link]));
    const here = [...homes].flatMap(([uid, home]) => (home === tree ? [uid] : []));
    // A sub-agent is known from its call on, and by the name the caller gave it, though its own file may come later.
    const spawned = stated.flatMap((link) => (link.type === 'spawned' && (homes.get(link.child) ?? tree) === tree ? [link.child] : []));
    const uids = new Set<SessionUid>([...here, ...spawned, ...fresh.map(({ row }) => row.session)]);
    const links = [...stated.map(linkRow), ...this.#parentLinks(identity), ...this.#copies.link(fresh)];
    const row: Batch = {
      tree,
      file: {
        path: this.#job.path,
        source: this.#source.name,
        session: identity.session,
        role: 'main',
        version: batch.version,
        bytes: batch.bytes,
        offset: batch.offset,
        lines: this.#lines,
        torn: batch.torn,
        // Until the whole file has been read it must look changed, so that a run that was cut short goes on.
        size: batch.last ? this.#seen.size : -1,
        mtimeMs: this.#seen.mtimeMs,
        state: this.#copies.save(batch.state),
        readAt: this.#seen.at,
      },
      pieces: batch.piece ? [pieceRow(batch.piece, lines)] : [],
      sessions: this.#sessionRows(uids, batch, fresh, stated),
      events: fresh.map(({ row }) => row),
      again: this.#toldBefore(original, known),
      outcomes: batch.outcomes,
      links,
      unknown: summed(batch.unknown),
      issues: batch.issues,
    };
    await this.#store.write.commit(row);
    for (const { native, title } of batch.titles) await this.#store.write.title(native, this.#source.flavor, textSummary(title));
    const bytes = batch.bytes - this.#bytes;
    this.#bytes = batch.bytes;
    return { sessions: uids, events: fresh.length, lines: addLines(noLines, lines), bytes };
  }

  /** A caller's file may have told of its sub-agent's records first, with the tokens as they stood while it ran. */
  #toldBefore(events: readonly ScanEvent[], known: ReadonlySet<Key>): EventRow[] {
    const { session, parent } = this.#job.identity;
    if (parent?.relation !== 'subagent') return [];
    return events.flatMap(({ row }) => (row.session === session && row.tokens !== null && known.has(row.key) ? [row] : []));
  }

  /**
   * Where the sessions told of in a batch are at home. A sub-agent whose own file was archived in another tree belongs
   * there; this file only tells of it again. One that was forgotten is at home nowhere, whoever tells of it.
   */
  async #homes(tree: Key, batch: ScanBatch): Promise<ReadonlyMap<SessionUid, Key | 'forgotten' | undefined>> {
    const { read } = this.#store;
    const homes = new Map<SessionUid, Key | 'forgotten' | undefined>([[this.#job.identity.session, tree]]);
    const children = batch.links.flatMap(({ link }) => (link.type === 'continued' ? [] : [link.child]));
    for (const uid of [...batch.events.map(({ row }) => row.session), ...batch.patches.map(({ uid }) => uid), ...children]) {
      if (homes.has(uid)) continue;
      homes.set(uid, (await read.isForgotten(uid)) ? 'forgotten' : await read.treeOf(uid));
    }
    return homes;
  }

  async #treeOf({ session, root, parent }: Identity): Promise<Key> {
    const origin = this.#copies.origin;
    const [child] = await this.#store.read.children(session, 1);
    return (
      (await this.#store.read.treeOf(session)) ??
      (child && (await this.#store.read.treeOf(child.uid))) ??
      (origin && (await this.#store.read.treeOf(origin))) ??
      (parent && (await this.#store.read.treeOf(parent.uid))) ??
      treeKey(root ?? parent?.uid ?? session)
    );
  }

  #parentLinks({ session, parent }: Identity): LinkRow[] {
    if (!parent) return [];
    const common = { child: session, parent: parent.uid, from: null, to: null };
    if (parent.relation === 'subagent') return [{ ...common, type: 'spawned', call: parent.call ?? '', beforeLine: null }];
    return [{ ...common, type: 'continued', call: '', beforeLine: parent.beforeLine ?? null }];
  }

  #sessionRows(uids: ReadonlySet<SessionUid>, batch: ScanBatch, fresh: readonly ScanEvent[], links: readonly Link[]): SessionRow[] {
    const spawners = new Map(links.flatMap((link) => (link.type === 'spawned' ? [[link.child, link.parent] as const] : [])));
    return [...uids].map((uid) => this.#sessionRow(uid, batch, fresh, spawners.get(uid)));
  }

  #sessionRow(uid: SessionUid, batch: ScanBatch, fresh: readonly ScanEvent[], spawner: SessionUid | undefined): SessionRow {
    const { identity } = this.#job;
    const own = fresh.filter(({ row }) => row.session === uid);
    const times = own.flatMap(({ row }) => (row.at === null ? [] : [row.at]));
    const facts = presentable(merged(batch.patches.filter((patch) => patch.uid === uid)));
    const said = batch.firstWords.find(([session]) => session === uid)?.[1];
    const repo = facts.repo ?? (facts.cwd === undefined ? undefined : repoOf(facts.cwd));
    return {
      ...facts,
      ...(repo !== undefined && { repo }),
      ...(said && { firstWords: said }),
      uid,
      source: this.#source.name,
      nativeId: uid.slice(flavorOf(uid).length + 1),
      root: identity.root ?? identity.parent?.uid ?? identity.session,
      ...this.#parentOf(uid, spawner),
      ...(times.length > 0 && { startedAt: times.reduce((a, b) => Math.min(a, b)), endedAt: times.reduce((a, b) => Math.max(a, b)) }),
      workspace: this.#workspace,
      add: tally(own),
    };
  }

  #parentOf(uid: SessionUid, spawner: SessionUid | undefined): Pick<SessionRow, 'parent'> {
    const { session, parent, copiedAs = 'fork' } = this.#job.identity;
    if (spawner) return { parent: { uid: spawner, relation: 'subagent' } };
    // A session inside the file of another one is a sub-agent of it, whether or not the call that began it is known.
    if (uid !== session) return uid.startsWith(`${session}/`) ? { parent: { uid: session, relation: 'subagent' } } : {};
    if (parent) return { parent: { uid: parent.uid, relation: parent.relation } };
    return this.#copies.origin ? { parent: { uid: this.#copies.origin, relation: copiedAs } } : {};
  }
}

/** Later facts win over earlier ones; a session belongs where it began, wherever its agent went since. */
function merged(patches: readonly SessionPatch[]): Partial<SessionPatch> {
  const facts: Record<string, unknown> = {};
  for (const patch of patches) {
    for (const [name, value] of Object.entries(patch)) {
      if (value !== undefined && !(name === 'cwd' && 'cwd' in facts)) facts[name] = value;
    }
  }
  return facts;
}

/** Titles are written by models and people: one line, without secrets, as summaries are. */
function presentable({ title, customTitle, ...facts }: Partial<SessionPatch>): Partial<SessionPatch> {
  return { ...facts, ...(title && { title: textSummary(title) }), ...(customTitle && { customTitle: textSummary(customTitle) }) };
}

/** The same record twice in one batch, or in an earlier one, is one event. */
function withoutRepeats(events: readonly ScanEvent[], known: ReadonlySet<Key>): ScanEvent[] {
  const seen = new Set(known);
  return events.filter(({ row }) => !seen.has(row.key) && seen.add(row.key));
}

/** A line all of whose events were already here is a copy. */
function withCopies(lines: readonly Disposition[], events: readonly ScanEvent[], fresh: readonly ScanEvent[]): Disposition[] {
  const alive = new Set(fresh.map(({ lineIndex }) => lineIndex));
  const adjusted = [...lines];
  for (const { lineIndex } of events) if (!alive.has(lineIndex)) adjusted[lineIndex] = 'copy';
  return adjusted;
}

function pieceRow({ start, length, hash, data, runsBefore }: PieceDraft, lines: readonly Disposition[]): PieceRow {
  const runs = new LineRuns(runsBefore);
  for (const line of lines) runs.add(line);
  return { start, length, hash, ...(data && { data }), lines: runs.toString() };
}

function linkRow(link: Link): LinkRow {
  const none = { call: '', from: null, to: null, beforeLine: null };
  switch (link.type) {
    case 'spawned':
      return { ...none, type: 'spawned', child: link.child, parent: link.parent, call: link.call };
    case 'returned':
      return { ...none, type: 'returned', child: link.child, parent: link.parent, from: eventKey(link.parent, link.step) };
    case 'continued':
      return {
        ...none,
        type: 'continued',
        child: link.session,
        parent: link.session,
        from: eventKey(link.session, link.from),
        to: eventKey(link.session, link.to),
      };
  }
}

function tally(events: readonly ScanEvent[]): Tally {
  const sum = { events: 0, steps: 0, errors: 0, turns: 0, retries: 0, inputTokens: 0, outputTokens: 0, cacheTokens: 0, wallClockMs: 0 };
  for (const { row, elapsedMs } of events) {
    sum.events++;
    if (row.step === row.key) sum.steps++;
    if (row.kind === 'error') sum.errors++;
    if (row.turn === row.key) sum.turns++;
    if (row.kind === 'retry') sum.retries++;
    sum.inputTokens += row.tokens?.input ?? 0;
    sum.outputTokens += row.tokens?.output ?? 0;
    sum.cacheTokens += (row.tokens?.cache_read ?? 0) + (row.tokens?.cache_write ?? 0);
    sum.wallClockMs += elapsedMs;
  }
  return sum;
}

function summed(rows: readonly UnknownRow[]): UnknownRow[] {
  const sums = new Map<string, UnknownRow>();
  for (const row of rows) {
    const name = `${row.kind}\0${row.version ?? ''}`;
    sums.set(name, { ...row, count: (sums.get(name)?.count ?? 0) + row.count });
  }
  return [...sums.values()];
}
