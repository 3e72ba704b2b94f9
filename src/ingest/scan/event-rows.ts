import type { EventFacts } from '../../model/event-facts.ts';
import { eventKey, eventRef, responseKey, type Key, type SessionUid } from '../../model/ids.ts';
import { messageMarks } from '../../memory/digest/message-marks.ts';
import { useMark } from '../../memory/skills/use-mark.ts';
import { clean } from '../../normalise/text/clean.ts';
import { oneLine } from '../../normalise/text/summary.ts';
import { titleOf } from '../../normalise/text/title.ts';
import { createNormaliser, type Normaliser } from '../../normalise/normaliser.ts';
import type { ClientCommands, Draft, Json } from '../../sources/source.ts';
import { titleRanks, type TitleRank } from '../../store/rows/title-ranks.ts';
import type { CallOutcome, EventRow } from '../../store/store.ts';
import type { CauseRow, FirstTexts, RecordKeys, ScanEvent } from './scan-batch.ts';
import type { Origin } from '../../model/words.ts';
import { storedPayload } from './stored-payload.ts';
import { FactExtractor, unanalysedFacts } from '../analysis/fact-extractor.ts';

/** A night with the lid closed is not work: no single gap counts for more than this. */
const longestGapMs = 60 * 60 * 1000;
/** Sessions of one file whose last time and title are remembered; inline sub-agents of old Claude Code share a file. */
const rememberedSessions = 64;

const noCauses: readonly CauseRow[] = [];

const rememberedKeys = 2_000;
/** An event that is recorded again is mostly recorded again at once. */
const recentEvents = 16;

interface Place {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly lineIndex: number;
}

/** Stored with the file's watermark. The names `teller` and `told` stay because archives have them. */
export interface EventRowsState {
  readonly normaliser: Json;
  readonly teller: Json;
  readonly lastAt: readonly (readonly [string, number])[];
  readonly told: readonly Key[];
  readonly titled: readonly (readonly [string, TitleRank | 'human' | 'other'])[];
  readonly commands: readonly (readonly [string, string])[];
  readonly models: readonly (readonly [string, string])[];
}

/** Turns drafts into rows, in file order. Its state is small JSON, so that a file can be read in pieces. */
export class EventRows {
  readonly #normaliser: Normaliser;
  readonly #extractor: FactExtractor;
  readonly #isAnalysed: boolean;
  readonly #isSecondary: boolean;
  readonly #clientCommands: ClientCommands;
  readonly #lastAt: Map<string, number>;
  /** Keys of the last events. */
  readonly #recent: Key[];
  /** Sessions that have a title, and how good it is. */
  readonly #titled: Map<string, TitleRank>;
  /** The commands that sessions are named by: `/plan-phase 12`. */
  readonly #commands: Map<string, string>;
  /** The model each session currently uses. */
  readonly #models: Map<string, string>;
  #events: ScanEvent[] = [];
  /** Of each of them. */
  #facts: EventFacts[] = [];
  #outcomes: CallOutcome[] = [];
  #firstWords = new Map<SessionUid, FirstTexts>();
  #byKey = new Map<Key, number>();
  readonly #keys = new Map<SessionUid, Map<string, Key>>();

  /**
   * `isAnalysed`: whoever stores the rows looks for causes and failures in them. `isSecondary`: they are of a secondary
   * source. `clientCommands`: of the agent whose file it is.
   */
  constructor(
    saved: Partial<EventRowsState> = {},
    {
      isAnalysed = true,
      isSecondary = false,
      clientCommands = [],
    }: {
      readonly isAnalysed?: boolean;
      readonly isSecondary?: boolean;
      readonly clientCommands?: ClientCommands;
    } = {},
  ) {
    this.#isSecondary = isSecondary;
    this.#clientCommands = clientCommands;
    this.#isAnalysed = isAnalysed;
    this.#normaliser = createNormaliser(saved.normaliser);
    this.#extractor = new FactExtractor(saved.teller);
    this.#lastAt = new Map(saved.lastAt);
    this.#recent = [...(saved.told ?? [])];
    this.#titled = new Map(saved.titled?.map(([session, rank]) => [session, toRank(rank)]));
    this.#commands = new Map(saved.commands);
    this.#models = new Map(saved.models);
  }

  /** Where the session works, so that paths below it can be shortened. */
  cwd(session: SessionUid, path: string): void {
    this.#normaliser.cwd(session, path);
    this.#extractor.cwd(session, path);
  }

  /** From here on this model answers. */
  model(session: SessionUid, name: string): void {
    remember(this.#models, session, name);
  }

  add(draft: Draft, place: Place): void {
    const { session } = draft;
    const event = this.#normaliser.event(draft);
    const key = this.#keyOf(session, draft.key);
    const causes = this.#causes(draft);
    const recorded = draft.isStep && { event: key, causes: causes.map((cause) => cause.event) };
    const facts = this.#isAnalysed ? this.#extractor.extract(draft, event, recorded) : unanalysedFacts(draft);
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
      ...(draft.response !== undefined && {
        response: { key: responseKey(session, draft.response.id), counted: draft.response.counted },
      }),
      model: draft.tokens ? (draft.model ?? this.#models.get(session) ?? null) : null,
      usd: draft.usd ?? null,
      durationMs: event.durationMs,
      marks: this.#isAnalysed ? marksOf(draft, facts, this.#clientCommands) : [],
      offset: place.offset,
      length: place.length,
      line: place.line,
      search: event.search,
      ...(draft.payload !== undefined && { payload: storedPayload(draft.payload) }),
    };
    this.#facts.push(facts);
    this.#events.push({
      row,
      record: keysOf(draft),
      causes,
      lineIndex: place.lineIndex,
      elapsedMs: this.#elapsed(session, draft, key),
      fuller: draft.fuller ?? false,
    });
    this.#byKey.set(key, this.#events.length - 1);
    if (event.settles) this.#settle(session, event.settles);
    if (draft.what.is === 'prompt') this.#title(session, draft.what);
    else if (event.summary !== '') this.#nameByEvent(draft, event.summary);
  }

  /** What was added since the last call. */
  take(): {
    readonly events: ScanEvent[];
    /** Of each event, at the same place. */
    readonly facts: EventFacts[];
    readonly outcomes: CallOutcome[];
    readonly firstWords: [SessionUid, FirstTexts][];
  } {
    const taken = {
      events: this.#events,
      facts: this.#facts,
      outcomes: this.#outcomes,
      firstWords: [...this.#firstWords],
    };
    this.#events = [];
    this.#facts = [];
    this.#outcomes = [];
    this.#firstWords = new Map();
    this.#byKey = new Map();
    return taken;
  }

  state(): EventRowsState {
    return {
      normaliser: this.#normaliser.state(),
      teller: this.#extractor.state(),
      lastAt: [...this.#lastAt],
      told: [...this.#recent],
      titled: [...this.#titled],
      commands: [...this.#commands],
      models: [...this.#models],
    };
  }

  /** References mostly lead to recent events, whose keys need not be computed again. */
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

  /** None for most events: they share one array. */
  #causes({ session, causes = [] }: Draft): readonly CauseRow[] {
    if (causes.length === 0) return noCauses;
    return causes.flatMap(({ type, tag, ...cause }): CauseRow[] => {
      const event = 'key' in cause ? this.#keyOf(session, cause.key) : eventRef(cause.id)?.event;
      return event === undefined ? [] : [{ event, type, ...(tag !== undefined && { tag }) }];
    });
  }

  /**
   * The call is either in this batch, and still open to change, or in an earlier one, whose row must be changed. A
   * secondary source records it again with its result, and the first record may be the stored one.
   */
  #settle(
    session: SessionUid,
    { call, failed, durationMs }: { call: string; failed: boolean; durationMs: number | null },
  ): void {
    const key = this.#keyOf(session, call);
    const index = this.#byKey.get(key);
    if (index === undefined || this.#isSecondary) this.#outcomes.push({ session, call: key, failed, durationMs });
    if (index === undefined) return;
    const event = this.#events[index]!;
    this.#events[index] = { ...event, row: { ...event.row, failed, durationMs: durationMs ?? event.row.durationMs } };
  }

  /** Time since the event before. A record that adds to an event takes none: the time until then counts for the next. */
  #elapsed(session: SessionUid, draft: Draft, key: Key): number {
    if (draft.at === undefined || this.#recent.includes(key)) return 0;
    if (this.#recent.push(key) > recentEvents) this.#recent.shift();
    const before = this.#lastAt.get(session);
    remember(this.#lastAt, session, Math.max(draft.at, before ?? 0));
    const waited = draft.what.is === 'prompt' && draft.what.origin === 'human';
    if (before === undefined || waited) return 0;
    return Math.min(Math.max(0, draft.at - before), longestGapMs);
  }

  /**
   * Until the agent or the user names it, a session is named by what a person first asked for, else by the first thing
   * a person wrote, else by its first prompt, else by the first thing that happened.
   */
  #title(session: SessionUid, { origin, text }: { readonly origin: Origin; readonly text: string }): void {
    const named = this.#titled.get(session) ?? titleRanks.notice - 1;
    if (named >= titleRanks.asked || (origin !== 'human' && named >= titleRanks.program)) return;
    const title = titleOf(text);
    const rank = title && (origin === 'human' ? titleRanks[title.level] : titleRanks.program);
    if (rank === undefined || rank <= named) return;
    const command = this.#commands.get(session);
    if (rank === titleRanks.command) remember(this.#commands, session, title!.text);
    this.#name(session, oneLine(command === undefined ? title!.text : `${command}: ${title!.text}`), rank);
  }

  /** A notice of the program is no work: it names a session only as long as there is nothing else. */
  #nameByEvent({ session, what, isStep }: Draft, summary: string): void {
    const isNotice = !isStep && (what.is === 'lifecycle' || what.is === 'failure');
    const rank = isNotice ? titleRanks.notice : titleRanks.event;
    if (rank <= (this.#titled.get(session) ?? titleRanks.notice - 1)) return;
    this.#name(session, isNotice ? oneLine(`No request recorded: ${summary}`) : summary, rank);
  }

  #name(session: SessionUid, text: string, rank: TitleRank): void {
    remember(this.#titled, session, rank);
    this.#firstWords.set(session, { text, rank });
  }
}

function keysOf({ key, parent, turn, what }: Draft): RecordKeys {
  return { key, parent, turn, call: what.is === 'result' ? what.call : undefined };
}

/** Earlier versions stored whether a person wrote it. */
function toRank(saved: TitleRank | 'human' | 'other'): TitleRank {
  return saved === 'human' ? titleRanks.asked : saved === 'other' ? titleRanks.program : saved;
}

function marksOf({ what }: Draft, facts: EventFacts, clientCommands: ClientCommands): readonly string[] {
  const marks = facts.is === 'call' ? facts.marks : [];
  const use = useMark(what, clientCommands);
  const stated = messageMarks(what).map((mark) => oneLine(clean(mark)));
  return use === undefined ? [...marks, ...stated] : [...marks, clean(use), ...stated];
}

function remember<Value>(map: Map<string, Value>, session: string, value: Value): void {
  map.delete(session);
  map.set(session, value);
  if (map.size > rememberedSessions) map.delete(map.keys().next().value!);
}
