import { homedir } from 'node:os';
import { makeUid as checkUid, parseEvent as checkEvent, parseSession as checkSession } from './model/check.ts';
import type { Registered } from './model/check.ts';
import type { Event } from './model/event.ts';
import type { SessionUid } from './model/ids.ts';
import type { Session } from './model/session.ts';
import { ChainTracker } from './sdk/chain-tracker.ts';
import type { TrackerParts } from './sdk/chain-tracker.ts';
import { EventLoggerOf } from './sdk/event-logger/event-logger.ts';
import type { EventLoggerOptions } from './sdk/event-logger/event-logger.ts';
import { openStemmaOf } from './sdk/open-stemma.ts';
import type { Stemma, StemmaOptions } from './sdk/open-stemma.ts';
import { placeOf } from './sdk/place-of.ts';
import type { PlaceOptions } from './sdk/place-of.ts';
import { sessionOf, SkillsTrackerOf, type SkillsTrackerOptions } from './sdk/skills-tracker.ts';
import { trackedArchive } from './sdk/tracked-archive.ts';
import { loadSources, sourceDescriptors } from './sources/registry.ts';
import { openStore } from './store/open-store.ts';

// The composition root of the library, as main.ts is of the program.

const registered: Registered = {
  flavors: Object.fromEntries(sourceDescriptors.map(({ name, flavor }) => [name, flavor])),
};

const machine = { home: homedir(), env: process.env };

/** Opens an archive to ask it questions and to add to it. Close it, or let `await using` do so. */
export async function openStemma(options: StemmaOptions = {}): Promise<Stemma> {
  return await openStemmaOf(
    {
      openStore: (path, mode) => openStore(path, { mode, home: placeOf(machine, options).home }),
      sources: await loadSources(),
      machine,
      clock: Date.now,
    },
    options,
  );
}

/**
 * Manual entries about failures, in the archive that sessions are in. Close it, or let
 * `await using` do so.
 */
export class CausalChainTracker extends ChainTracker {
  constructor(options: PlaceOptions & Pick<TrackerParts, 'onError' | 'embedding'> = {}) {
    const { home, path, workspace } = placeOf(machine, options);
    const { onError, embedding } = options;
    super({
      archive: trackedArchive((mode) => openStore(path, { mode, home })),
      workspace,
      home,
      clock: Date.now,
      ...(onError && { onError }),
      ...(embedding && { embedding }),
    });
  }
}

/**
 * Manual entries about uses of skills, in the archive that sessions are in. Close it, or let `await
 * using` do so.
 */
export class SkillsTracker extends SkillsTrackerOf {
  constructor(options: SkillsTrackerOptions = {}) {
    const { home, path, workspace } = placeOf(machine, options);
    super(
      { archive: trackedArchive((mode) => openStore(path, { mode, home })), workspace, clock: Date.now },
      sessionOf(options),
    );
  }
}

/** A `SkillsTracker` of one session. */
export function getSessionTracker(session: string, options: PlaceOptions = {}): SkillsTracker {
  return new SkillsTracker({ ...options, session });
}

/** Logs what a program does, for the archive that sessions are in. Close it, or let `await using` do so. */
export class EventLogger extends EventLoggerOf {
  constructor(options: EventLoggerOptions = {}) {
    const place = placeOf(machine, options);
    super(
      {
        ...place,
        archive: trackedArchive((mode) => openStore(place.path, { mode, home: place.home })),
        sources: loadSources,
        machine,
        clock: Date.now,
      },
      options,
    );
  }
}

/** An event from JSON, checked against the model and the sources this stemma has. */
export function parseEvent(json: unknown, known: Registered = registered): Event {
  return checkEvent(json, known);
}

/** A session from JSON, checked against the model and the sources this stemma has. */
export function parseSession(json: unknown, known: Registered = registered): Session {
  return checkSession(json, known);
}

/** The uid of a session: `claude` and its own id make `claude:<id>`. Refuses flavors that no source has. */
export function makeUid(flavor: string, nativeId: string, known: Registered = registered): SessionUid {
  return checkUid(flavor, nativeId, known);
}

export * from './types.ts';
export { parseEdge } from './model/check.ts';
export { StemmaError, errorCodes } from './model/stemma-error.ts';

export type { Endpoint } from './memory/embed/endpoint.ts';
export type { Registered } from './model/check.ts';
export type { CausalChain } from './sdk/causal-chain.ts';
export type { AttemptReport, ChainTracker, ErrorReport, Resolution } from './sdk/chain-tracker.ts';
export type { Listed } from './sdk/listed.ts';
export type { LoggerStats } from './sdk/event-logger/batch-writer.ts';
export type {
  EventLoggerOf,
  EventLoggerOptions,
  EventsPage,
  RecentPage,
  TreePage,
} from './sdk/event-logger/event-logger.ts';
export type { Answered, NotIngested } from './sdk/event-logger/not-ingested.ts';
export type { Ended, LogEvent, ScopeEvent, Usage } from './sdk/event-logger/log-event.ts';
export type { Scope } from './sdk/event-logger/scope.ts';
export type { IngestRequest, JudgementReport, Stemma, StemmaOptions } from './sdk/open-stemma.ts';
export type {
  Completer,
  PendingCompleter,
  RecommendRequest,
  SkillsFilter,
  SkillsTrackerOf,
  SkillsTrackerOptions,
} from './sdk/skills-tracker.ts';
