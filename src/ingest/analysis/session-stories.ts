import { createErrorStories, type ErrorStories, type ErrorStory } from '../../memory/errors/error-stories.ts';
import { StepTeller, type SteppedEvent } from '../../memory/errors/steps/step-teller.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { ToldEvent } from './teller.ts';

const mostSessions = 16;
/** A story names steps up to three hundred calls before it and is told up to two hundred after it. */
const rememberedSteps = 1_000;

/** A story as it stands, with what was done in its attempts. */
export interface SessionStory {
  readonly session: SessionUid;
  readonly story: ErrorStory;
  readonly deeds: ReadonlyMap<string, StepDeed>;
}

/** What a step did, in words. */
export interface StepDeed {
  readonly summary: string;
  readonly marks: readonly string[];
  readonly at: number | null;
}

/** Follows, while a file is read, what fails in its sessions and how it goes on. */
export class SessionStories {
  readonly #sessions = new Map<SessionUid, Session>();

  add(event: ToldEvent): void {
    const session = this.#of(event.session);
    const { told, key, at } = event;
    if (told?.is === 'call') {
      session.deeds.set(key, { summary: event.summary, marks: told.marks, at });
      if (session.deeds.size > rememberedSteps) session.deeds.delete(session.deeds.keys().next().value!);
    }
    const facts = told && session.steps.event(steppedOf(event, told));
    if (facts) session.stories.step(event.isCopy ? { ...facts, isCopy: true } : facts);
  }

  /** What there is to tell that was not told like this before. */
  take(): readonly SessionStory[] {
    return [...this.#sessions].flatMap(([uid, { stories, deeds, lastTold }]) => {
      const over = stories.take();
      const news = [...over, ...stories.open()].filter((story) => {
        const said = JSON.stringify(story);
        if (lastTold.get(story.key) === said) return false;
        lastTold.set(story.key, said);
        return true;
      });
      for (const { key } of over) lastTold.delete(key);
      return news.map((story) => ({ session: uid, story, deeds }));
    });
  }

  #of(uid: SessionUid): Session {
    const known = this.#sessions.get(uid) ?? {
      steps: new StepTeller(),
      stories: createErrorStories(),
      deeds: new Map(),
      lastTold: new Map(),
    };
    this.#sessions.delete(uid);
    this.#sessions.set(uid, known);
    if (this.#sessions.size > mostSessions) this.#sessions.delete(this.#sessions.keys().next().value!);
    return known;
  }
}

interface Session {
  readonly steps: StepTeller;
  readonly stories: ErrorStories;
  readonly deeds: Map<string, StepDeed>;
  /** Of the open ones. */
  readonly lastTold: Map<string, string>;
}

function steppedOf({ key, at, parent, turn }: ToldEvent, told: NonNullable<ToldEvent['told']>): SteppedEvent {
  switch (told.is) {
    case 'prompt':
      return { is: 'prompt', key, at, origin: told.origin };
    case 'call':
      return { is: 'call', key, at, parent, turn, tool: told.tool, operations: told.operations };
    case 'result':
      return { is: 'result', call: told.call, at, ending: told.ending };
  }
}
