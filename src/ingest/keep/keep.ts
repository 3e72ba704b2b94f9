import { textSummary } from '../../normalise/text/summary.ts';
import { LineRuns } from '../../platform/files/line-runs.ts';
import { eventKey, flavorOf, treeKey, type Key, type SessionUid } from '../../model/ids.ts';
import type { Disposition } from '../../model/words.ts';
import { notRecorded } from '../../sources/not-recorded.ts';
import type { Identity, Link, Source } from '../../sources/source.ts';
import type {
  Batch,
  FileMark,
  LineCounts,
  LinkRow,
  PieceRow,
  Replacement,
  EventUpdate,
  Store,
  UnknownRow,
} from '../../store/store.ts';
import { joinSecondary } from './secondary.ts';
import { Copies } from './copies.ts';
import { inferredEdges } from '../link/inferred-edges.ts';
import type { FoundStory } from '../analysis/found-story.ts';
import { minedChains } from '../analysis/mined-chains.ts';
import { onceCounted } from './once-counted.ts';
import { Provisional } from './provisional.ts';
import { repoOf } from '../find/repo-of.ts';
import { sessionRows, type Domains, type RepoOf } from './session-rows.ts';
import { recordedEdges } from '../link/recorded-edges.ts';
import {
  addLines,
  noLines,
  type PieceDraft,
  type ScanBatch,
  type ScanEvent,
  type ScanJob,
} from '../scan/scan-batch.ts';

export interface Kept {
  /** Sessions that got events: the file's own, or sub-agents that wrote into it. */
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
  /** When it was first come upon. */
  readonly foundAt?: number | undefined;
}

interface KeeperOptions {
  readonly job: ScanJob;
  readonly source: Source;
  readonly store: Store;
  /** All of them: a secondary source holds events of another source's sessions. */
  readonly sources: readonly Source[];
  readonly mark: FileMark | undefined;
  readonly workspace: string;
  readonly seen: Seen;
  readonly domains?: Domains | undefined;
  /** Of a folder on another machine: what that machine found; else the disk is asked. */
  readonly repoOf?: RepoOf;
}

/** Stores what a scan returns: each record once, however often it was written. One per file and run. */
export class Keeper {
  readonly #store: Store;
  readonly #source: Source;
  readonly #job: ScanJob;
  readonly #workspace: string;
  readonly #domains: Domains;
  readonly #repoOf: RepoOf;
  readonly #seen: Seen;
  readonly #copies: Copies;
  readonly #provisional: Provisional;
  readonly #sourceOf: (uid: SessionUid) => string;
  /** Of a file that was rewritten: the keys of its events so far. */
  readonly #seenKeys = new Set<Key>();
  /** Stories that began with an event that was here already: what caused them is known. */
  readonly #knownStories = new Set<string>();
  #tree: Key | undefined;
  #version: number | undefined;
  #isWrittenAnew: boolean;
  #lines: LineCounts;
  #bytes: number;

  constructor(options: KeeperOptions) {
    this.#store = options.store;
    this.#source = options.source;
    this.#job = options.job;
    this.#workspace = options.workspace;
    this.#domains = options.domains ?? {};
    this.#repoOf = options.repoOf ?? repoOf;
    this.#seen = options.seen;
    this.#lines = options.mark?.lines ?? noLines;
    this.#bytes = options.mark?.bytes ?? 0;
    this.#version = options.mark?.version;
    this.#isWrittenAnew = options.job.document !== undefined;
    this.#provisional = new Provisional(options.store.read, options.job.identity);
    this.#sourceOf = (uid) =>
      options.sources.find(({ flavor }) => flavor === flavorOf(uid))?.name ?? options.source.name;
    this.#copies = new Copies(options.store, options.job.identity, options.mark?.state);
  }

  async keep(batch: ScanBatch): Promise<Kept> {
    const { identity } = this.#job;
    if (batch.version !== this.#version) {
      this.#version = batch.version;
      // Events of a secondary source are part of the transcript's events, so none of its versions can be dropped.
      this.#isWrittenAnew ||= this.#job.contained === true && batch.version > 0 && !identity.secondary;
      this.#lines = noLines;
      this.#bytes = 0;
    }
    if (this.#source.gives.globalRecordIds) await this.#copies.look(batch.events);
    this.#tree ??= await this.#treeOf(identity);
    const tree = this.#tree;

    const homes = await this.#homes(tree, batch);
    const original = (await this.#copies.without(batch.events)).filter(
      ({ row }) => (homes.get(row.session) ?? tree) === tree,
    );
    const transcripts = await this.#transcripts(original);
    const { fresh, again, replaced } = await this.#sorted(tree, original, transcripts);
    const own = new Set(original.map(({ row }) => row.key));
    const lines = withCopies(
      batch.lines,
      batch.events,
      (event) => own.has(event.row.key) && (this.#mayGrow(event) || identity.secondary !== undefined),
      fresh,
    );
    this.#lines = addLines(this.#lines, lines);

    const links = batch.links.flatMap(({ link, lineIndex }) =>
      isStatedHere(link, lines[lineIndex]!, homes) ? [link] : [],
    );
    const sessions = identity.secondary === 'calls' ? new Set<SessionUid>() : sessionsOf(tree, homes, links, fresh);
    const { causes } = batch.findings;
    const stories = this.#stories(batch, fresh);
    const row: Batch = {
      tree,
      file: {
        path: this.#job.path,
        source: this.#source.name,
        session: identity.session,
        role: identity.secondary ? 'beside' : 'main',
        version: batch.version,
        bytes: batch.bytes,
        offset: batch.offset,
        lines: this.#lines,
        torn: batch.torn,
        // Until the whole file has been read it must look changed, so that the run after an interruption continues.
        size: batch.last ? this.#seen.size : -1,
        mtimeMs: this.#seen.mtimeMs,
        state: this.#copies.save(batch.state),
        readAt: this.#seen.at,
        ...(this.#seen.foundAt !== undefined && { foundAt: this.#seen.foundAt }),
      },
      pieces: batch.piece ? [pieceRow(batch.piece, lines)] : [],
      sessions: sessionRows({
        sessions,
        batch,
        fresh,
        links,
        identity,
        origin: this.#copies.origin,
        notRecorded: identity.secondary ? undefined : notRecorded(this.#source.gives),
        sourceOf: this.#sourceOf,
        workspace: this.#workspace,
        domains: this.#domains,
        repoOf: this.#repoOf,
        transcripts,
        foundAt: this.#seen.foundAt,
      }),
      events: fresh.map(({ row }) => row),
      again,
      replaced,
      outcomes: batch.outcomes,
      links: [...links.map(linkRow), ...parentLinks(identity), ...this.#copies.link(fresh)],
      edges: [
        ...recordedEdges(tree, fresh),
        ...(await inferredEdges({
          store: this.#store,
          copies: this.#copies,
          tree,
          causes,
          events: batch.events,
          fresh,
        })),
      ],
      chains: await minedChains({ copies: this.#copies, tree, stories }),
      unknown: summed(batch.unknown),
      issues: batch.issues,
      renewed: this.#isWrittenAnew && batch.last && !batch.torn,
    };
    await this.#store.write.commit(row);
    for (const { native, title } of batch.titles)
      await this.#store.write.title(native, this.#source.flavor, textSummary(title));
    const bytes = batch.bytes - this.#bytes;
    this.#bytes = batch.bytes;
    return {
      sessions: new Set(fresh.map(({ row }) => row.session)),
      events: fresh.length,
      lines: addLines(noLines, lines),
      bytes,
    };
  }

  /** The events that are new, those recorded again with more in them, and the provisional ones they replace. */
  async #sorted(
    tree: Key,
    events: readonly ScanEvent[],
    transcripts: ReadonlySet<SessionUid>,
  ): Promise<{ fresh: readonly ScanEvent[]; again: readonly EventUpdate[]; replaced: readonly Replacement[] }> {
    const known = await this.#store.write.known(
      tree,
      events.map(({ row }) => row.key),
    );
    const unknown = withoutRepeats(await onceCounted(this.#store, events, known), known);
    const { secondary } = this.#job.identity;
    if (secondary) {
      const joined = await joinSecondary({ read: this.#store.read, secondary, transcripts, events: unknown });
      return { ...joined, fresh: joined.fresh.map((event) => this.#inKnownTurn(event, transcripts)), replaced: [] };
    }
    const how = this.#isWrittenAnew ? 'rewritten' : 'fuller';
    const again = events.flatMap((event): EventUpdate[] =>
      this.#replacesStored(event) && known.has(event.row.key) ? [{ row: event.row, tree, how }] : [],
    );
    return { ...(await this.#provisional.replace(unknown)), again };
  }

  /** What was found of failures. The culprit of one that was copied is known at its origin. */
  #stories({ findings, events }: ScanBatch, fresh: readonly ScanEvent[]): readonly FoundStory[] {
    if (findings.stories.length === 0) return [];
    const isFresh = new Set(fresh.map(({ row }) => row.key));
    return findings.stories.map((story) => {
      const name = `${story.session}\0${story.key}`;
      if (story.begunAt !== undefined) {
        if (isFresh.has(events[story.begunAt]!.row.key)) this.#knownStories.delete(name);
        else this.#knownStories.add(name);
      }
      return this.#knownStories.has(name) ? { ...story, culprit: [] } : story;
    });
  }

  /** Of the sessions that a secondary source names, those that have a transcript. */
  async #transcripts(events: readonly ScanEvent[]): Promise<ReadonlySet<SessionUid>> {
    const found = new Set<SessionUid>();
    if (this.#job.identity.secondary !== true) return found;
    for (const uid of new Set([this.#job.identity.session, ...events.map(({ row }) => row.session)]))
      if (await this.#store.read.hasTranscript(uid)) found.add(uid);
    return found;
  }

  /** Another program than the agent does not know the prompts of its transcript. */
  #inKnownTurn(event: ScanEvent, transcripts: ReadonlySet<SessionUid>): ScanEvent {
    const { row } = event;
    if (flavorOf(row.session) === this.#source.flavor || !transcripts.has(row.session)) return event;
    return { ...event, row: { ...row, turn: null } };
  }

  #replacesStored(event: ScanEvent): boolean {
    if (event.fuller || (this.#isWrittenAnew && this.#isFirst(event))) return true;
    // A caller's file may have held its sub-agent's records first, with the tokens as they stood while it ran.
    const { session, parent } = this.#job.identity;
    return parent?.relation === 'subagent' && event.row.session === session && event.row.tokens !== null;
  }

  /** Of several records of an event in one file the first stays, however often the file is rewritten. */
  #isFirst({ row: { key } }: ScanEvent): boolean {
    const before = this.#seenKeys.size;
    return this.#seenKeys.add(key).size > before;
  }

  /** In a rewritten file every record may have grown, and is at another place. */
  #mayGrow({ fuller }: ScanEvent): boolean {
    return fuller || this.#isWrittenAnew;
  }

  /**
   * The tree of each session of a batch. A sub-agent whose own file was archived in another tree belongs there; this
   * file only repeats it. A forgotten session belongs nowhere.
   */
  async #homes(tree: Key, batch: ScanBatch): Promise<Homes> {
    const { read } = this.#store;
    const homes = new Map<SessionUid, Key | 'forgotten' | undefined>([[this.#job.identity.session, tree]]);
    const children = batch.links.flatMap(({ link }) => (link.type === 'continued' ? [] : [link.child]));
    for (const uid of [
      ...batch.events.map(({ row }) => row.session),
      ...batch.patches.map(({ uid }) => uid),
      ...children,
    ]) {
      if (homes.has(uid)) continue;
      homes.set(uid, (await read.isForgotten(uid)) ? 'forgotten' : await read.treeOf(uid));
    }
    return homes;
  }

  async #treeOf({ session, root, tree, parent }: Identity): Promise<Key> {
    const origin = this.#copies.origin;
    const [child] = await this.#store.read.children(session, 1);
    return (
      (await this.#store.read.treeOf(session)) ??
      (child && (await this.#store.read.treeOf(child.uid))) ??
      (origin && (await this.#store.read.treeOf(origin))) ??
      (parent && (await this.#store.read.treeOf(parent.uid))) ??
      tree ??
      treeKey(root ?? parent?.uid ?? session)
    );
  }
}

/** Trees of sessions; undefined for one that is not here yet. */
type Homes = ReadonlyMap<SessionUid, Key | 'forgotten' | undefined>;

/**
 * Links of a copied line were recorded by the original, about its own sub-agents. Links to forgotten sessions are
 * dropped.
 */
function isStatedHere(link: Link, disposition: Disposition, homes: Homes): boolean {
  return disposition !== 'copy' && (link.type === 'continued' || homes.get(link.child) !== 'forgotten');
}

/** Sessions of this tree about which a batch has something new. */
function sessionsOf(
  tree: Key,
  homes: Homes,
  links: readonly Link[],
  fresh: readonly ScanEvent[],
): ReadonlySet<SessionUid> {
  const here = [...homes].flatMap(([uid, home]) => (home === tree ? [uid] : []));
  // A sub-agent is known from its call on, by the name the caller gave it, even if its own file comes later.
  const spawned = links.flatMap((link) =>
    link.type === 'spawned' && (homes.get(link.child) ?? tree) === tree ? [link.child] : [],
  );
  return new Set([...here, ...spawned, ...fresh.map(({ row }) => row.session)]);
}

/** A file's record of its own origin, as a link. */
function parentLinks({ session, parent }: Identity): LinkRow[] {
  if (!parent) return [];
  const common = { child: session, parent: parent.uid, from: null, to: null };
  if (parent.relation === 'subagent')
    return [{ ...common, type: 'spawned', call: parent.call ?? '', beforeLine: null }];
  return [{ ...common, type: 'continued', call: '', beforeLine: parent.beforeLine ?? null }];
}

/** The same record twice, in one batch or an earlier one, is one event; the fuller record counts. */
function withoutRepeats(events: readonly ScanEvent[], known: ReadonlySet<Key>): ScanEvent[] {
  const unknown = new Map<Key, ScanEvent>();
  for (const event of events) {
    const { row } = event;
    if (known.has(row.key)) continue;
    const before = unknown.get(row.key);
    if (!before) unknown.set(row.key, event);
    else if (event.fuller) unknown.set(row.key, mergedRecords(before, event));
  }
  return [...unknown.values()];
}

/** A fuller record replaces the same fields whether the first was in this batch or an earlier one (`Store.commit`). */
function mergedRecords(first: ScanEvent, event: ScanEvent): ScanEvent {
  const { at, parent, step, turn, origin, tokens, durationMs } = first.row;
  const row = {
    ...event.row,
    at: at ?? event.row.at,
    parent,
    step,
    turn,
    origin,
    tokens: event.row.tokens ?? tokens,
    durationMs: event.row.durationMs ?? durationMs,
  };
  return { ...first, row };
}

/** A line whose events were all stored before, and had nothing to add, is a copy. */
function withCopies(
  lines: readonly Disposition[],
  events: readonly ScanEvent[],
  mayAdd: (event: ScanEvent) => boolean,
  fresh: readonly ScanEvent[],
): Disposition[] {
  const alive = new Set(fresh.map(({ lineIndex }) => lineIndex));
  const adjusted = [...lines];
  for (const event of events) if (!alive.has(event.lineIndex) && !mayAdd(event)) adjusted[event.lineIndex] = 'copy';
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
      return {
        ...none,
        type: 'returned',
        child: link.child,
        parent: link.parent,
        from: eventKey(link.parent, link.step),
      };
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

function summed(rows: readonly UnknownRow[]): UnknownRow[] {
  const sums = new Map<string, UnknownRow>();
  for (const row of rows) {
    const name = `${row.kind}\0${row.version ?? ''}`;
    sums.set(name, { ...row, count: (sums.get(name)?.count ?? 0) + row.count });
  }
  return [...sums.values()];
}
