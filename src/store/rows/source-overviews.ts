import { iso } from './session-record.ts';
import type { LineCounts, SourceOverview, UnknownRow } from '../store.ts';

/** What a store counts, by source. */
export interface Counted {
  readonly files: readonly ({ readonly source: string; readonly files: number } & LineCounts)[];
  readonly sessions: readonly {
    readonly source: string;
    readonly sessions: number;
    readonly events: number;
    readonly errors: number;
    readonly ended_at: number | null;
  }[];
  readonly versions: readonly { readonly source: string; readonly version: string; readonly sessions: number }[];
  readonly unknown: readonly {
    readonly source: string;
    readonly kind: string;
    readonly agent_version: string;
    readonly count: number;
  }[];
}

/** One for each source, in alphabetical order. */
export function toSourceOverviews({ files, sessions, versions, unknown }: Counted): readonly SourceOverview[] {
  const names = [...new Set([...files, ...sessions].map(({ source }) => source))].toSorted();
  return names.map((source) => {
    const file = files.find((row) => row.source === source);
    const session = sessions.find((row) => row.source === source);
    return {
      source,
      files: file?.files ?? 0,
      sessions: session?.sessions ?? 0,
      events: session?.events ?? 0,
      errors: session?.errors ?? 0,
      lines: {
        mapped: file?.mapped ?? 0,
        state: file?.state ?? 0,
        copy: file?.copy ?? 0,
        raw: file?.raw ?? 0,
        issue: file?.issue ?? 0,
      },
      versions: versions
        .filter((row) => row.source === source)
        .map(({ version, sessions: count }) => ({ version, sessions: count })),
      unknown: unknown.filter((row) => row.source === source).map(toUnknown),
      lastEventAt: iso(session?.ended_at ?? null),
    };
  });
}

function toUnknown(row: { readonly kind: string; readonly agent_version: string; readonly count: number }): UnknownRow {
  return { kind: row.kind, version: row.agent_version === '' ? null : row.agent_version, count: row.count };
}
