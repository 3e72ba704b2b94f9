import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';

/** What an archive holds, on one page. */
export interface SummaryAnswer {
  readonly agents: readonly {
    readonly source: string;
    readonly files: number;
    readonly sessions: number;
    readonly events: number;
    readonly errors: number;
    readonly last_event_at: string | null;
  }[];
  readonly sessions: number;
  readonly events: number;
  readonly errors: number;
  readonly bytes: { readonly source: number; readonly store: number };
  /** The newest sessions people started. */
  readonly recent: readonly Session[];
}

export async function summary(read: StoreReader, { recent = 8 } = {}): Promise<SummaryAnswer> {
  const { sources, bytes } = await read.overview();
  const newest = await read.sessions({ topLevel: true, notEmpty: true }, { limit: recent, offset: 0 });
  const sum = (count: (source: (typeof sources)[number]) => number) =>
    sources.reduce((total, source) => total + count(source), 0);
  return {
    agents: sources
      .filter(({ sessions }) => sessions > 0)
      .map(({ source, files, sessions, events, errors, lastEventAt }) => ({
        source,
        files,
        sessions,
        events,
        errors,
        last_event_at: lastEventAt,
      })),
    sessions: sum(({ sessions }) => sessions),
    events: sum(({ events }) => events),
    errors: sum(({ errors }) => errors),
    bytes: { source: bytes.source, store: bytes.store },
    recent: newest.sessions,
  };
}
