import {
  createErrorStories,
  type ErrorStories,
  type ErrorStory,
  type StoriesState,
} from '../../memory/errors/error-stories.ts';
import { folderIn } from '../../memory/errors/steps/place.ts';
import { type JoinerState, StepJoiner } from '../../memory/errors/steps/step-joiner.ts';
import type { CallFacts, EventFacts, RecordedPlace } from '../../model/event-facts.ts';
import type { Key, SessionUid } from '../../model/ids.ts';

const maxSessions = 16;
/** A story names steps up to three hundred calls before it and changes up to two hundred after it. */
const rememberedCalls = 1_000;

/** A story as it stands, with the calls it may name. */
export interface SessionStory {
  readonly session: SessionUid;
  readonly story: ErrorStory;
  readonly calls: ReadonlyMap<string, StoryCall>;
  /** The place in its batch of the event that showed the failure, when the story is new. */
  readonly begunAt: number | undefined;
}

/** What is stored of a call in a story. */
export interface StoryCall extends Pick<CallFacts, 'summary' | 'marks' | 'at'> {
  /** Where it went to first, which a summary leaves out. */
  readonly folder: string | null;
}

/** Follows, while a file is read, what fails in its sessions and what is done about it. */
export class SessionStories {
  readonly #sessions: Map<SessionUid, Session>;
  readonly #create: (keep: boolean | StoriesState) => ErrorStories;
  /** Of sessions that are no longer followed, what was not taken yet. */
  #dropped: SessionStory[] = [];
  readonly #keep: boolean;

  /** `keep`: keep what `state` needs, or go on from a copy, by serialization, of what it gave. */
  constructor(
    create: (keep: boolean | StoriesState) => ErrorStories = (state) => createErrorStories(undefined, state),
    keep: boolean | SessionStoriesState = false,
  ) {
    this.#create = create;
    this.#keep = keep !== false;
    this.#sessions = new Map(
      (typeof keep === 'object' ? keep : []).map(([uid, { steps, stories, calls, places }]) => [
        uid,
        { ...newSession(create(stories)), steps: new StepJoiner(steps), calls, places: new RecordedPlaces(places) },
      ]),
    );
    // What is open was taken before.
    this.take();
  }

  /** Undefined where it was not kept, or cannot be. Its parts are still in use, and change with the next event. */
  state(): SessionStoriesState | undefined {
    const saved: [SessionUid, SavedSession][] = [];
    for (const [uid, { steps, stories, calls, places }] of this.#sessions) {
      const state = stories.state();
      if (state === undefined) return undefined;
      saved.push([uid, { steps: steps.state(), stories: state, calls, places: places.state() }]);
    }
    return saved;
  }

  /** `at` is the place of the event in its batch. */
  add(facts: EventFacts, at?: number): void {
    const session = this.#of(facts.session);
    if (facts.is === 'call') {
      const { key, summary, marks, text } = facts;
      remember(session.calls, key, { summary, marks, at: facts.at, folder: folderIn(text) });
    } else if (facts.is === 'failure') {
      const { key, summary } = facts;
      remember(session.calls, key, { summary, marks: [], at: facts.at, folder: null });
    }
    if (facts.is === 'call' || facts.is === 'failure') session.places.add(facts.key, facts.recorded);
    else if (facts.is === 'other') session.places.pass(facts.recorded);
    const call = session.steps.add(facts, session.places.causesOf(facts.key));
    if (!call) return;
    const causes = session.places.causesOf(call.key);
    session.stories.add({ ...call, ...(causes && { causes }) });
    if (at !== undefined) session.endedAt.set(call.key, at);
  }

  /** The stories that are new or have changed since the last call. */
  take(): readonly SessionStory[] {
    const dropped = this.#dropped;
    this.#dropped = [];
    return [...dropped, ...[...this.#sessions].flatMap(([uid, session]) => changedIn(uid, session))];
  }

  #of(uid: SessionUid): Session {
    const known = this.#sessions.get(uid) ?? newSession(this.#create(this.#keep));
    this.#sessions.delete(uid);
    this.#sessions.set(uid, known);
    if (this.#sessions.size > maxSessions) {
      const [oldest, session] = this.#sessions.entries().next().value!;
      this.#dropped.push(...changedIn(oldest, session));
      this.#sessions.delete(oldest);
    }
    return known;
  }
}

function newSession(stories: ErrorStories): Session {
  return {
    steps: new StepJoiner(),
    stories,
    calls: new Map(),
    places: new RecordedPlaces(),
    lastTaken: new Map(),
    endedAt: new Map(),
  };
}

function changedIn(session: SessionUid, { stories, calls, lastTaken, endedAt }: Session): readonly SessionStory[] {
  const over = stories.take();
  const changed = [...over, ...stories.open()].filter((story) => {
    const written = JSON.stringify(story);
    if (lastTaken.get(story.key) === written) return false;
    lastTaken.set(story.key, written);
    return true;
  });
  for (const { key } of over) lastTaken.delete(key);
  const found = changed.map((story) => ({ session, story, calls, begunAt: endedAt.get(story.key) }));
  endedAt.clear();
  return found;
}

interface Session {
  readonly steps: StepJoiner;
  readonly stories: ErrorStories;
  readonly calls: Map<string, StoryCall>;
  readonly places: RecordedPlaces;
  /** Of the open ones, as JSON. */
  readonly lastTaken: Map<string, string>;
  /** Of the calls that ended in this batch, the place of the event that ended them. */
  readonly endedAt: Map<string, number>;
}

export type SessionStoriesState = readonly (readonly [SessionUid, SavedSession])[];

interface SavedSession {
  readonly steps: JoinerState;
  readonly stories: StoriesState;
  readonly calls: Map<string, StoryCall>;
  readonly places: PlacesState;
}

interface PlacesState {
  readonly keys: Map<Key, readonly string[]>;
  readonly causes: Map<string, readonly string[]>;
}

/** Names the recorded causes of a step by their keys. Only programs that record causes have any. */
class RecordedPlaces {
  /** The calls and failures that an event stands for: itself, or those behind an event that is neither. */
  readonly #keys: Map<Key, readonly string[]>;
  readonly #causes: Map<string, readonly string[]>;

  constructor({ keys, causes }: PlacesState = { keys: new Map(), causes: new Map() }) {
    this.#keys = keys;
    this.#causes = causes;
  }

  state(): PlacesState {
    return { keys: this.#keys, causes: this.#causes };
  }

  add(key: string, recorded: RecordedPlace | undefined): void {
    if (recorded === undefined) return;
    remember(this.#keys, recorded.event, [key]);
    const known = this.#behind(recorded);
    if (known.length > 0) remember(this.#causes, key, known);
  }

  /** An event between them, such as a result that a program logs by itself. */
  pass(recorded: RecordedPlace | undefined): void {
    if (recorded !== undefined) remember(this.#keys, recorded.event, this.#behind(recorded));
  }

  #behind({ causes }: RecordedPlace): readonly string[] {
    return [...new Set(causes.flatMap((cause) => this.#keys.get(cause) ?? []))];
  }

  causesOf(key: string): readonly string[] | undefined {
    return this.#causes.get(key);
  }
}

function remember<Name, Value>(map: Map<Name, Value>, name: Name, value: Value): void {
  map.set(name, value);
  if (map.size > rememberedCalls) map.delete(map.keys().next().value!);
}
