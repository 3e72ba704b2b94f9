import type { AnalysisCache } from '../../../ingest/analysis/analysis-cache.ts';
import type { Source } from '../../../sources/source.ts';
import type { Store } from '../../../store/store.ts';

/** What a job may use, in the thread that writes. */
export interface WriterContext {
  /** The archive of the space, open for writing and not redacted. */
  readonly store: Store;
  /** The space's own folder, like stemma's home on a machine: scratch files, received telemetry. */
  readonly folder: string;
  readonly workspace: string;
  readonly sources: readonly Source[];
  readonly clock: () => number;
  /** Kept while the archive is open, so that growing files need not be read again. */
  readonly analyses: AnalysisCache;
}

/** The answer to one of the arguments, or why that one was refused. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/** Work for the thread that writes to an archive. */
export interface WriterJob<Argument = never, Answer = unknown> {
  /**
   * `together` holds the arguments that waited at the same time, in order of arrival: at least one, and mostly more when
   * many machines push. Resolves when everything is committed, with an outcome for each.
   */
  run(context: WriterContext, together: readonly Argument[]): Promise<readonly Outcome<Answer>[]>;
}

/** A job whose arguments have nothing to do with each other. */
export function oneByOne<Argument, Answer>(
  run: (context: WriterContext, argument: Argument) => Promise<Answer>,
): WriterJob<Argument, Answer> {
  return {
    async run(context, together) {
      const outcomes: Outcome<Answer>[] = [];
      for (const argument of together)
        outcomes.push(
          await run(context, argument).then(
            (answer) => ({ answer }),
            (error: unknown) => ({ error }),
          ),
        );
      return outcomes;
    },
  };
}
