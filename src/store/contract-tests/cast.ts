import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { eventId, eventKey, sessionUid, treeKey, type EventRef, type Key, type SessionUid } from '../../model/ids.ts';
import type { Batch, EdgeRow, EventRow, FileMark, LinkRow, PieceRow, SessionRow, Store } from '../store.ts';

export interface OpenStore {
  readonly store: Store;
  /** The same store again, after it was closed. */
  reopen(): Promise<Store>;
}

/** Returns a new, empty store. */
export type Open = () => Promise<OpenStore>;

// The cast of all these stories: one session, its sub-agent, and an unrelated one.
export const uid = sessionUid('claude', 'one');
export const child = sessionUid('claude', 'one/agent');
export const other = sessionUid('claude', 'two');
export const tree = treeKey(uid);
export const start = Date.UTC(2025, 0, 1);

export function keyOf(name: string): Key {
  return eventKey(uid, name);
}

export function ref(name: string): EventRef {
  return { tree, event: keyOf(name) };
}

export function id(name: string): string {
  return eventId(ref(name));
}

export function eventRow(name: string, row: Partial<EventRow>): EventRow {
  return {
    session: uid,
    key: keyOf(name),
    native: null,
    at: null,
    kind: 'assistant_msg',
    act: null,
    type: null,
    role: null,
    tool: null,
    summary: name,
    failed: false,
    origin: null,
    parent: null,
    step: null,
    turn: null,
    tokens: null,
    model: null,
    usd: null,
    durationMs: null,
    marks: [],
    offset: 0,
    length: 10,
    line: 1,
    search: null,
    ...row,
  };
}

export function prompt(name: string): EventRow {
  return eventRow(name, {
    kind: 'user_msg',
    role: 'user',
    origin: 'human',
    step: keyOf(name),
    turn: keyOf(name),
    native: 'line:1',
  });
}

export function message(name: string, row: Partial<EventRow> = {}): EventRow {
  return eventRow(name, { role: 'assistant', ...row });
}

export function call(name: string, row: Partial<EventRow> = {}): EventRow {
  return eventRow(name, { kind: 'tool_call', tool: 'Bash', step: keyOf(name), ...row });
}

export function tally(add: Partial<SessionRow['add']> = {}): SessionRow['add'] {
  return {
    events: 0,
    steps: 0,
    errors: 0,
    turns: 0,
    retries: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheTokens: 0,
    wallClockMs: 0,
    ...add,
  };
}

export function sessionOf(of: SessionUid, row: Partial<SessionRow>): SessionRow {
  return {
    uid: of,
    source: 'claude-code',
    nativeId: of.slice(of.indexOf(':') + 1),
    root: uid,
    workspace: 'local',
    add: tally(),
    ...row,
  };
}

export interface Parts {
  readonly uid?: SessionUid;
  readonly tree?: Key;
  readonly path?: string;
  readonly role?: FileMark['role'];
  readonly source?: string;
  readonly version?: number;
  readonly bytes?: number;
  readonly offset?: number;
  readonly readAt?: number;
  readonly foundAt?: number;
  readonly lines?: Partial<FileMark['lines']>;
  readonly session?: Partial<SessionRow>;
  readonly events?: readonly EventRow[];
  readonly pieces?: readonly PieceRow[];
}

/** A batch as ingest would make it, counting its own events. */
export function batchOf(parts: Parts): Batch {
  const of = parts.uid ?? uid;
  const events = parts.events ?? [];
  const counted = tally({
    events: events.filter(({ session }) => session === of).length,
    steps: events.filter(({ key, step }) => key === step).length,
    turns: events.filter(({ key, turn }) => key === turn).length,
    errors: events.filter(({ kind }) => kind === 'error').length,
  });
  return {
    tree: parts.tree ?? tree,
    file: {
      path: parts.path ?? '/s.jsonl',
      source: parts.source ?? 'claude-code',
      session: of,
      role: parts.role ?? 'main',
      version: parts.version ?? 0,
      bytes: parts.bytes ?? 0,
      offset: parts.offset ?? 10,
      lines: { mapped: 0, state: 0, copy: 0, raw: 0, issue: 0, ...parts.lines },
      torn: false,
      size: 10,
      mtimeMs: 1,
      state: null,
      readAt: parts.readAt ?? start,
      ...(parts.foundAt !== undefined && { foundAt: parts.foundAt }),
    },
    pieces: parts.pieces ?? [],
    sessions: [sessionOf(of, { add: counted, ...parts.session })],
    events,
    again: [],
    replaced: [],
    renewed: false,
    outcomes: [],
    links: [],
    edges: [],
    chains: [],
    unknown: [],
    issues: [],
  };
}

export function sessionAt(name: string, at: number, session: Partial<SessionRow> = {}): Batch {
  const of = sessionUid('claude', name);
  return batchOf({
    uid: of,
    tree: treeKey(of),
    path: `/${name}.jsonl`,
    session: { startedAt: at, endedAt: at, ...session },
  });
}

/** "Make the tests pass": a prompt, a test run, its failure, and the agent's message about it. */
export function failedTest(): Batch {
  return batchOf({
    lines: { mapped: 4 },
    session: {
      agentVersion: '2.1',
      startedAt: start + 1_000,
      endedAt: start + 4_000,
      add: tally({ events: 4, steps: 2, errors: 1, turns: 1 }),
    },
    pieces: [piece(0, 'four lines', 'm4')],
    bytes: 10,
    events: [
      { ...prompt('e1'), at: start + 1_000, search: 'make the tests pass' },
      eventRow('e2', {
        kind: 'test_run',
        act: 'check',
        type: 'shell',
        role: 'assistant',
        tool: 'Bash',
        native: 'toolu_abc',
        summary: 'npm test',
        failed: true,
        parent: keyOf('e1'),
        step: keyOf('e2'),
        turn: keyOf('e1'),
        at: start + 2_000,
        line: 2,
        offset: 10,
        search: 'npm test',
        tokens: { input: 3, output: 5, cache_read: 7, cache_write: 11 },
        durationMs: 1_234,
      }),
      eventRow('e3', {
        kind: 'error',
        role: 'tool',
        summary: '1 failing',
        failed: true,
        parent: keyOf('e2'),
        step: keyOf('e2'),
        turn: keyOf('e1'),
        at: start + 3_000,
        line: 3,
        offset: 20,
        search: '1 failing: adds two numbers',
      }),
      message('e4', {
        parent: keyOf('e3'),
        step: keyOf('e1'),
        turn: keyOf('e1'),
        at: start + 4_000,
        line: 4,
        offset: 30,
      }),
    ],
  });
}

export function edge(cause: string, effect: string, row: Partial<EdgeRow> = {}): EdgeRow {
  return {
    cause: ref(cause),
    effect: ref(effect),
    types: ['spawned'],
    basis: 'recorded',
    confidence: 1,
    evidence: [],
    ...row,
  };
}

export function link(row: Partial<LinkRow>): LinkRow {
  return { type: 'spawned', child, parent: uid, call: '', from: null, to: null, beforeLine: null, ...row };
}

export function piece(at: number, text: string, lines = ''): PieceRow {
  const bytes = Buffer.from(text);
  return {
    start: at,
    length: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
    data: zstdCompressSync(bytes),
    lines,
  };
}

export function compressedSize(text: string): number {
  return piece(0, text).data!.length;
}

export async function bytesOf(store: Store, path: string, version: number, from: number, to: number): Promise<string> {
  return Buffer.concat(await Array.fromAsync(store.read.bytes(path, version, from, to))).toString();
}

/** Summaries of what a search finds, in alphabetical order. */
export async function found(store: Store, text: string): Promise<readonly string[]> {
  const { hits } = await store.read.search({ text, limit: 10 });
  return hits.map(({ event }) => event.summary).toSorted();
}

/** Everything a reader could notice, to compare before and after; without the size of the file. */
export async function everything(store: Store) {
  const { sessions } = await store.read.sessions({}, { limit: 100, offset: 0 });
  const {
    bytes: { source, blocks },
    ...overview
  } = await store.read.overview();
  return {
    sessions,
    events: await Promise.all(sessions.map((session) => store.read.events(session.uid, { after: 0, limit: 1_000 }))),
    files: await Array.fromAsync(store.read.files()),
    failing: await store.read.search({ text: 'failing', limit: 10 }),
    overview,
    source,
    blocks,
  };
}

export function range(count: number): readonly number[] {
  return [...Array(count).keys()];
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
