import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { eventId, eventKey, sessionUid, treeKey } from '../model/ids.ts';
import type { EventId, SessionUid } from '../model/ids.ts';
import type { Act, EdgeType, Kind, Origin, Relation } from '../model/words.ts';
import { foundStory } from '../ingest/analysis/found-story.ts';
import { minedChains } from '../ingest/analysis/mined-chains.ts';
import { SessionStories } from '../ingest/analysis/session-stories.ts';
import { FactExtractor } from '../ingest/analysis/fact-extractor.ts';
import { marksOf } from '../memory/errors/marks.ts';
import { createNormaliser, type NormalEvent } from '../normalise/normaliser.ts';
import { operationsOf } from '../normalise/operations/operations.ts';
import { parseCall } from '../normalise/parse-call.ts';
import type { ChainRow, EdgeRow, EventRow, Store } from '../store/store.ts';
import { quill } from './quill.ts';

/** A small history written by a test: one session of the invented agent Quill. */
export interface Story {
  /** Native id of the session; its uid is `quill:<name>`. */
  readonly name: string;
  readonly title?: string;
  readonly repo?: string;
  readonly cwd?: string;
  /** When it began, UTC; events follow a second apart. */
  readonly began?: string;
  readonly root?: string;
  readonly parent?: { readonly name: string; readonly relation: Relation };
  readonly events: readonly StoryEvent[];
}

/** One event. `id` names it inside the story; other events refer to it by that name. */
export type StoryEvent =
  | { readonly id: string; readonly t: 'prompt'; readonly text: string; readonly origin?: Origin }
  | {
      readonly id: string;
      readonly t: 'say' | 'think';
      readonly text: string;
      readonly turn?: string;
      readonly marks?: readonly string[];
    }
  | { readonly id: string; readonly t: 'note'; readonly type: string; readonly text: string }
  | {
      readonly id: string;
      readonly t: 'call';
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly summary: string;
      readonly act?: Act;
      readonly kind?: Kind;
      readonly failed?: true;
      readonly turn?: string;
      readonly took?: number;
    }
  | {
      readonly id: string;
      readonly t: 'result';
      readonly call: string;
      readonly output: string;
      readonly failed?: true;
    };

export function uidOf({ name }: Pick<Story, 'name'>): SessionUid {
  return sessionUid('quill', name);
}

/** The id the store gives to an event of a story. */
export function idOf(story: Story, id: string): EventId {
  return eventId({ tree: treeOf(story), event: eventKey(uidOf(story), id) });
}

/** Writes stories into a store with their bytes, as ingest would. */
export async function writeStories(store: Store, ...stories: readonly Story[]): Promise<void> {
  for (const story of stories) await writeStory(store, story);
  await store.write.setMeta('ingested_at', String(Date.parse('2026-03-02T10:00:00Z')));
}

/** One step caused another; `cause` may be in another story (`of`). */
export interface StoryEdge {
  readonly cause: string;
  readonly of?: Story;
  readonly effect: string;
  readonly type?: EdgeType;
  readonly confidence?: number;
  readonly evidence?: readonly string[];
}

/** Replaces the edges of a story. They are recorded, with confidence 1, unless a lower confidence is given. */
export async function link(store: Store, story: Story, edges: readonly StoryEdge[]): Promise<void> {
  const rows = edges.map(({ cause, of = story, effect, type = 'spawned', confidence = 1, evidence = [] }): EdgeRow => ({
    cause: { tree: treeOf(of), event: eventKey(uidOf(of), cause) },
    effect: { tree: treeOf(story), event: eventKey(uidOf(story), effect) },
    types: [type],
    basis: confidence === 1 ? 'recorded' : 'inferred',
    confidence,
    evidence,
  }));
  await store.write.putLinkEdges(treeOf(story), uidOf(story), rows);
}

function treeOf(story: Story): number {
  return treeKey(sessionUid('quill', story.root ?? story.name));
}

async function writeStory(store: Store, story: Story): Promise<void> {
  const began = Date.parse(story.began ?? '2026-03-02T09:00:00Z');
  const lines = story.events.map((event, at) =>
    JSON.stringify({ ...event, at: new Date(began + at * 1000).toISOString() }),
  );
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const path = `/quill/${story.name}.jsonl`;
  const events = story.events.map((event, at) => rowOf(story, event, began + at * 1000, placeOf(lines, at)));
  const count = (isCounted: (row: EventRow) => boolean) => events.filter(isCounted).length;
  await store.write.commit({
    tree: treeOf(story),
    file: {
      path,
      source: 'quill',
      session: uidOf(story),
      role: 'main',
      version: 0,
      bytes: bytes.length,
      offset: bytes.length,
      lines: { mapped: lines.length, state: 0, copy: 0, raw: 0, issue: 0 },
      torn: false,
      size: bytes.length,
      mtimeMs: began,
      state: 'null',
      readAt: began,
    },
    pieces:
      bytes.length === 0
        ? []
        : [
            {
              start: 0,
              length: bytes.length,
              hash: createHash('sha256').update(bytes).digest('hex'),
              data: zstdCompressSync(bytes),
              lines: `m${lines.length}`,
            },
          ],
    sessions: [
      {
        uid: uidOf(story),
        source: 'quill',
        nativeId: story.name,
        root: sessionUid('quill', story.root ?? story.name),
        workspace: 'local',
        ...(story.parent ? { parent: { uid: uidOf(story.parent), relation: story.parent.relation } } : {}),
        ...(story.title ? { title: story.title } : {}),
        ...(story.repo ? { repo: story.repo } : {}),
        ...(story.cwd ? { cwd: story.cwd } : {}),
        startedAt: began,
        endedAt: began + story.events.length * 1000,
        add: {
          events: events.length,
          steps: count(({ key, step }) => key === step),
          errors: count(({ kind }) => kind === 'error'),
          turns: count(({ kind }) => kind === 'user_msg'),
          retries: 0,
          inputTokens: 0,
          outputTokens: 0,
          cacheTokens: 0,
          wallClockMs: 0,
        },
      },
    ],
    events,
    again: [],
    replaced: [],
    renewed: false,
    outcomes: [],
    links: [],
    edges: [],
    chains: await chainsOf(story, lines, events),
    unknown: [],
    issues: [],
  });
}

/** The error chains, found as ingest finds them. */
async function chainsOf(story: Story, lines: readonly string[], rows: readonly EventRow[]): Promise<ChainRow[]> {
  const reader = quill.reader({ session: uidOf(story) });
  const normaliser = createNormaliser();
  const extractor = new FactExtractor();
  const stories = new SessionStories();
  for (const [at, text] of lines.entries()) {
    const { failed, summary } = rows[at]!;
    for (const draft of reader.line({ text, number: at + 1 }).drafts ?? [])
      stories.add(extractor.extract(draft, asWritten(normaliser.event(draft), failed, summary)));
  }
  return await minedChains({
    copies: { originals: async () => () => undefined },
    tree: treeOf(story),
    stories: stories.take().map(foundStory),
  });
}

/** A story states itself whether a result is a failure, and its summary. */
function asWritten(event: NormalEvent, failed: boolean, summary: string): NormalEvent {
  const { result } = event;
  if (!result) return { ...event, failed, summary };
  const wentWell = result.ended === 'ok' || result.ended === 'answered';
  const ended = failed === wentWell ? (failed ? 'failed' : 'answered') : result.ended;
  const detectedBy = failed ? (result.detectedBy ?? 'status') : null;
  return { ...event, failed, summary, result: { ...result, ended, detectedBy, summary } };
}

function placeOf(lines: readonly string[], at: number): { offset: number; length: number; line: number } {
  const offset = lines.slice(0, at).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  return { offset, length: Buffer.byteLength(lines[at]!), line: at + 1 };
}

function rowOf(
  story: Story,
  event: StoryEvent,
  at: number,
  place: { offset: number; length: number; line: number },
): EventRow {
  const key = (id: string) => eventKey(uidOf(story), id);
  const own = key(event.id);
  const base = {
    session: uidOf(story),
    key: own,
    native: event.id,
    at,
    act: null,
    type: null,
    tool: null,
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
    ...place,
  };
  switch (event.t) {
    case 'prompt':
      return {
        ...base,
        kind: 'user_msg',
        role: 'user',
        summary: event.text,
        origin: event.origin ?? 'human',
        step: own,
        turn: own,
        search: event.text,
      };
    case 'say':
    case 'think':
      return {
        ...base,
        kind: event.t === 'say' ? 'assistant_msg' : 'thinking',
        role: 'assistant',
        summary: event.text,
        turn: event.turn ? key(event.turn) : null,
        search: event.text,
        ...(event.marks && { marks: event.marks }),
      };
    case 'note':
      return { ...base, kind: 'lifecycle', role: 'system', type: event.type, summary: event.text, search: null };
    case 'call':
      return {
        ...base,
        kind: event.kind ?? 'tool_call',
        role: 'assistant',
        tool: event.tool,
        act: event.act ?? 'shell',
        summary: event.summary,
        failed: event.failed ?? false,
        step: own,
        turn: event.turn ? key(event.turn) : null,
        durationMs: event.took ?? null,
        search: event.summary,
        marks: marksOf(operationsOf(parseCall(event.tool, event.input))),
      };
    case 'result':
      return {
        ...base,
        native: null,
        kind: event.failed ? 'error' : 'tool_result',
        role: 'tool',
        summary: event.output,
        failed: event.failed ?? false,
        parent: key(event.call),
        step: key(event.call),
        search: event.output,
      };
  }
}
