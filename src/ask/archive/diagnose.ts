import type { Overview, StoreReader } from '../../store/store.ts';
import { ingestedAt } from './archive-age.ts';

/** The health of an archive, to paste into an issue: counts and reasons, no text of any session. */
export interface Diagnosis {
  readonly ingested_at: string | null;
  /** A rebuild was begun and not finished: answers are about a part only. */
  readonly rebuild_unfinished: boolean;
  /** Read in part by an older stemma, which did not find all that this one does: a rebuild finds the rest. */
  readonly outdated: boolean;
  readonly agents: readonly (Omit<Overview['sources'][number], 'lastEventAt'> & {
    readonly last_event_at: string | null;
  })[];
  readonly bytes: Overview['bytes'];
  /** The newest; `issue_total` counts them all. */
  readonly issues: Overview['issues'];
  readonly issue_total: number;
  /** The most frequent reasons. */
  readonly issue_counts: Overview['issueCounts'];
  /** Null unless a full check was asked for; empty when the archive is whole. */
  readonly damage: readonly string[] | null;
}

/** Of an archive that could not be asked. */
export const undiagnosed: Diagnosis = {
  ingested_at: null,
  rebuild_unfinished: false,
  outdated: false,
  agents: [],
  bytes: { source: 0, blocks: 0, store: 0 },
  issues: [],
  issue_total: 0,
  issue_counts: [],
  damage: null,
};

const mostIssues = 20;

export async function diagnose(read: StoreReader, { check = false } = {}): Promise<Diagnosis> {
  const { sources, bytes, issues, issueCounts } = await read.overview();
  const at = await ingestedAt(read);
  return {
    ingested_at: at === undefined ? null : new Date(at).toISOString(),
    rebuild_unfinished: Boolean(await read.meta('rebuilding')),
    outdated: Boolean(await read.meta('outdated')),
    agents: sources.map(({ lastEventAt, ...rest }) => ({ ...rest, last_event_at: lastEventAt })),
    bytes,
    issues: issues.slice(0, mostIssues),
    issue_total: issueCounts.reduce((total, { count }) => total + count, 0),
    issue_counts: issueCounts.slice(0, mostIssues),
    damage: check ? await read.check() : null,
  };
}
