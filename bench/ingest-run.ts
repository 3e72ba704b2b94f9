/** What one ingest in a process of its own took: see child/ingest.mjs. */
export interface IngestRun {
  /** From opening the store until it is closed; starting Node and loading the modules is not counted. */
  readonly seconds: number;
  /** Of all threads: on a busy machine it says more than the time on the wall. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly files: number;
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
  readonly issues: number;
  readonly problems: number;
}
