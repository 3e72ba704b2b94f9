import { eventKey, eventRef, type Key, type SessionUid } from '../../model/ids.ts';
import { useMark } from '../../memory/skills/use-mark.ts';
import { clean } from '../../normalise/text/clean.ts';
import { createNormaliser, type Normaliser } from '../../normalise/normaliser.ts';
import type { Draft, Json } from '../../sources/source.ts';
import type { CallOutcome, EventRow } from '../../store/store.ts';
import type { FirstWords, ScanEvent } from './scan-batch.ts';
import { Teller, type Told } from '../analysis/teller.ts';

/** A night with the lid closed is not work: no single gap counts for more than this. */
const longestGapMs = 60 * 60 * 1000;
/** Sessions of one file whose last time and title are remembered; inline sub-agents of old Claude Code share a file. */
const rememberedSessions = 64;

const rememberedKeys = 2_000;
/** What is told again is mostly told again at once. */
const rememberedTellings = 16;

interface Place {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly lineIndex: number;
}

export interface EventRowsState {
  readonly normaliser: Json;
  readonly teller: Json;
  readonly lastAt: readonly (readonly [string, number])[];
  readonly told: readonly Key[];
  readonly titled: readonly (readonly [string, 'human' | 'other'])[];
  readonly models: readonly (readonly [string, string])[];
}

/** Turns drafts into rows, in file order. Its state is small JSON, so that a file can be read in pieces. */
export class EventRows {
  readonly #normaliser: Normaliser;
  readonly #teller: Teller;
  readonly #tells: boolean;
  readonly #lastAt: Map<string, number>;
  /** Keys of the last events. */
  readonly #told: Key[];
  /** Sessions that have a title, and whether a person's own words gave it. */
  readonly #titled: Map<string, 'human' | 'other'>;
  /** The model each session uses by now. */
  readonly #models: Map<string, string>;
  #events: ScanEvent[] = [];
  #outcomes: CallOutcome[] = [];
  #firstWords = new Map<SessionUid, FirstWords>();
  #byKey = new Map<Key, number>();
  readonly #keys = new Map<SessionUid, Map<string, Key>>();

  /** `tells`: whoever keeps the rows looks for causes and failures in them. */
  constructor(saved: Partial<EventRowsState> = {}, tells = true) {
    this.#tells = tells;
    this.#normaliser = createNormaliser(saved.normaliser);
    this.#teller = new Teller(saved.teller);
    this.#lastAt = new Map(saved.lastAt);
    this.#told = [...(saved.told ?? [])];
    this.#titled = new Map(saved.titled);
    this.#models = new Map(saved.models);
  }

  /** Where the session works, so that paths below it are told short. */
  cwd(session: SessionUid, path: string): void {
    this.#normaliser.cwd(session, path);
    this.#teller.cwd(session, path);
  }

  /** From here on it is this model that answers. */
  model(session: SessionUid, name: string): void {
    remember(this.#models, session, name);
  }

  add(draft: Draft, place: Place): void {
    const { session } = draft;
    const event = this.#normaliser.event(draft);
    const key = this.#keyOf(session, draft.key);
    const told = this.#tells ? this.#teller.told(draft, event) : undefined;
    const row: EventRow = {
      session,
      key,
      native: draft.native ?? (draft.what.is === 'result' ? null : `line:${place.line}`),
      at: draft.at ?? null,
      kind: event.kind,
      act: event.act,
      type: event.type,
      role: event.role,
      tool: event.tool,
      summary: event.summary,
      failed: event.failed,
      origin: event.origin,
      parent:
        draft.parent === undefined
          ? (eventRef(draft.parentId ?? '')?.event ?? null)
          : this.#keyOf(session, draft.parent),
      step: event.step === null ? null : this.#keyOf(session, event.step),
      turn: draft.turn === undefined ? null : this.#keyOf(session, draft.turn),
      tokens: draft.tokens ?? null,
      model: draft.tokens ? (draft.model ?? this.#models.get(session) ?? null) : null,
      usd: draft.usd ?? null,
      durationMs: event.durationMs,
      marks: this.#tells ? marksOf(draft, told) : [],
      offset: place.offset,
      length: place.length,
      line: place.line,
      search: event.search,
    };
    this.#events.push({
      row,
      keyText: draft.key,
      parentText: draft.parent,
      stepText: event.step === null || event.step === draft.key ? undefined : event.step,
      turnText: draft.turn,
      spawnedBy: eventRef(draft.spawnedBy ?? '')?.event,
      lineIndex: place.lineIndex,
      elapsedMs: this.#elapsed(session, draft, key),
      fuller: draft.fuller ?? false,
      told,
    });
    this.#byKey.set(key, this.#events.length - 1);
    if (event.settles) this.#settle(session, event.settles);
    if (draft.what.is === 'prompt')
      this.#title(
        session,
        event.summary,
        draft.what.origin === 'human' && !bareCommand.test(event.summary) ? 'human' : 'other',
      );
  }

  /** What was added since the last call. */
  take(): {
    readonly events: ScanEvent[];
    readonly outcomes: CallOutcome[];
    readonly firstWords: [SessionUid, FirstWords][];
  } {
    const taken = { events: this.#events, outcomes: this.#outcomes, firstWords: [...this.#firstWords] };
    this.#events = [];
    this.#outcomes = [];
    this.#firstWords = new Map();
    this.#byKey = new Map();
    return taken;
  }

  state(): EventRowsState {
    return {
      normaliser: this.#normaliser.state(),
      teller: this.#teller.state(),
      lastAt: [...this.#lastAt],
      told: [...this.#told],
      titled: [...this.#titled],
      models: [...this.#models],
    };
  }

  /** What an event refers to was mostly told of shortly before; its key need not be made again. */
  #keyOf(session: SessionUid, text: string): Key {
    const known = this.#keys.get(session) ?? new Map<string, Key>();
    let key = known.get(text);
    if (key !== undefined) return key;
    key = eventKey(session, text);
    if (known.size >= rememberedKeys) known.clear();
    known.set(text, key);
    if (this.#keys.size >= rememberedSessions) this.#keys.clear();
    this.#keys.set(session, known);
    return key;
  }

  /** The call is either in this batch, and still open to change, or in an earlier one, whose row must be changed. */
  #settle(
    session: SessionUid,
    { call, failed, durationMs }: { call: string; failed: boolean; durationMs: number | null },
  ): void {
    const key = this.#keyOf(session, call);
    const index = this.#byKey.get(key);
    if (index === undefined) {
      this.#outcomes.push({ session, call: key, failed, durationMs });
      return;
    }
    const event = this.#events[index]!;
    this.#events[index] = { ...event, row: { ...event.row, failed, durationMs: durationMs ?? event.row.durationMs } };
  }

  /**
   * Time goes by from one event to the next. A telling that adds to an event is none: what passed until then counts
   * for the next one.
   */
  #elapsed(session: SessionUid, draft: Draft, key: Key): number {
    if (draft.at === undefined || this.#told.includes(key)) return 0;
    if (this.#told.push(key) > rememberedTellings) this.#told.shift();
    const before = this.#lastAt.get(session);
    remember(this.#lastAt, session, Math.max(draft.at, before ?? 0));
    const waited = draft.what.is === 'prompt' && draft.what.origin === 'human';
    if (before === undefined || waited) return 0;
    return Math.min(Math.max(0, draft.at - before), longestGapMs);
  }

  /**
   * Until the agent or the user names it, a session is called after the first thing a person said in it, else after
   * its first prompt.
   */
  #title(session: SessionUid, title: string, by: 'human' | 'other'): void {
    const named = this.#titled.get(session);
    if (title === '' || named === 'human' || named === by) return;
    remember(this.#titled, session, by);
    this.#firstWords.set(session, { text: title, byPerson: by === 'human' });
  }
}

function marksOf({ what }: Draft, told: Told | undefined): readonly string[] {
  const deeds = told?.is === 'call' ? told.marks : [];
  const use = useMark(what);
  return use === undefined ? deeds : [...deeds, clean(use)];
}

/** `/mode`, `/undo`: typed by a person, but says nothing of what the session is about. */
const bareCommand = /^\/[\w:-]+$/;

function remember<Value>(map: Map<string, Value>, session: string, value: Value): void {
  map.delete(session);
  map.set(session, value);
  if (map.size > rememberedSessions) map.delete(map.keys().next().value!);
}
