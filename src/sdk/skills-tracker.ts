import { completeInvocation } from '../entries/complete-invocation.ts';
import { importMetrics } from '../entries/import-metrics.ts';
import { trackInvocation } from '../entries/track-invocation.ts';
import type { Input, OptionFields } from '../ask/question/field.ts';
import type { RecommendAnswer } from '../ask/skills/recommend.ts';
import { tallied } from '../ask/skills/tally.ts';
import type { WrittenMetrics } from '../ask/skills/write-metrics-file.ts';
import type { ImportedSkills } from '../ingest/manual/import-skill-metrics.ts';
import { sessionOfEntry } from '../ingest/manual/session-of-entry.ts';
import type { ManualUseEnd, ManualUse } from '../ingest/manual/manual-use.ts';
import type { SkillsSummary } from '../memory/skills/all-metrics.ts';
import { heatmapOf } from '../memory/skills/heatmap.ts';
import { heatmapText } from '../memory/skills/heatmap-text.ts';
import { heatmapHtml, heatmapSvg } from '../memory/skills/heatmap-svg.ts';
import type { Recommendation, RecommendOptions } from '../memory/skills/recommend.ts';
import { reportText } from '../memory/skills/report-text.ts';
import type { SkillMetrics } from '../memory/skills/skill-metrics.ts';
import type { Workflow } from '../memory/skills/workflow.ts';
import { workflowText } from '../memory/skills/workflow-text.ts';
import type { InvocationId, SessionUid } from '../model/ids.ts';
import type { Invocation } from '../model/invocation.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { InvocationFilter, StoreReader } from '../store/store.ts';
import { EntryQueue } from './entry-queue.ts';
import { listed, type Listed } from './listed.ts';
import { parseArguments, type Method } from './parse-arguments.ts';
import type { PlaceOptions } from './place-of.ts';
import { skillsMethods, trackerOptions } from './skills-methods.ts';
import type { TrackedArchive } from './tracked-archive.ts';

/** A use of a skill to remember. */
export interface TrackedUse extends ManualUse {
  /**
   * The session it is used in: its uid, the agent's own id, or a name of your own; that of the session's tracker when
   * absent.
   */
  readonly session?: string;
  /** Another name of it, as of `alternatives`. */
  readonly sessionId?: string;
  readonly alternativesConsidered?: readonly string[];
}

/** How it ended. `followUpActions` is another name of `followUps`. */
export interface UseEnd extends ManualUseEnd {
  readonly followUpActions?: readonly string[];
}

/** Records how a use ended; when called again, the last call counts. */
export interface Completer {
  (end?: UseEnd): Promise<void>;
  readonly id: InvocationId;
}

/** The same before its use is stored: it can be called at once, or awaited. */
export interface PendingCompleter extends Promise<Completer> {
  (end?: UseEnd): Promise<void>;
}

export interface UsesPage {
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  readonly after?: number;
}

/** A page of uses, the newest first. */
export interface InvocationsAnswer {
  readonly invocations: readonly Invocation[];
  readonly total: number;
  readonly truncated: boolean;
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface SkillsFilter extends Omit<InvocationFilter, 'session'> {
  /** As in `TrackedUse`. */
  readonly session?: string;
  readonly sessionId?: string;
}

export interface SessionSummary extends SkillsSummary {
  readonly session_id: SessionUid;
  /** Different ones. */
  readonly total_skills_used: number;
  readonly skills_by_count: Readonly<Record<string, number>>;
  /** The most used first. */
  readonly skills: readonly SkillMetrics[];
}

/** `userQuery` is another name of `query`. */
export type RecommendRequest = RecommendDetails & ({ readonly query: string } | { readonly userQuery: string });

export interface RecommendDetails extends RecommendOptions {
  /** 0 when absent: the score of each says how alike it is. */
  readonly minSimilarity?: number;
  /** Only what was used in this session. */
  readonly session?: string;
  readonly sessionId?: string;
}

type RecommendArguments = [request: RecommendRequest] | [query: string, details?: RecommendDetails];

export interface SkillsTrackerOptions extends PlaceOptions {
  /** The session of what is recorded, and of getSessionSkills and getSessionSummary: its uid, the agent's own id, or a name of your own. */
  readonly session?: string;
  readonly sessionId?: string;
}

/** The session of a tracker's options. */
export function sessionOf(options: SkillsTrackerOptions): string | undefined {
  const { home: _, db: __, workspace: ___, ...others } = options;
  return parseArguments(trackerOptions, [others], 0).session;
}

export interface SkillsTrackerParts {
  readonly archive: TrackedArchive;
  readonly workspace: string;
  readonly clock: () => number;
}

/**
 * Manual entries about uses of skills and whether they were completed, in one archive and one answer with what stemma
 * mined from sessions. Bad input is refused with a `StemmaError` and nothing is written. Several trackers, also of
 * several processes, may write at once: each waits for the others, and nothing is lost. Nothing is locked between two
 * calls.
 */
export class SkillsTrackerOf implements AsyncDisposable {
  readonly #parts: SkillsTrackerParts;
  readonly #session: string | undefined;
  /** Shared with the trackers of sessions: writes happen one after another, in the order of the calls. */
  readonly #queue: EntryQueue;

  constructor(
    parts: SkillsTrackerParts,
    session?: string,
    queue = new EntryQueue({
      ...parts,
      seesAny: async (read) => (await read.invocations({}, { limit: 0, offset: 0 })).total > 0,
    }),
  ) {
    this.#parts = parts;
    this.#session = session;
    this.#queue = queue;
  }

  /**
   * The same for one session: what is recorded belongs to it, and so do the answers that name a session. All others are
   * of all sessions, unless one is given. Closing either closes both.
   */
  getSessionTracker(session: string): SkillsTrackerOf {
    return new SkillsTrackerOf(
      this.#parts,
      this.#parse(skillsMethods.getSessionTracker, [session]).session,
      this.#queue,
    );
  }

  /** The answer is to be called when the use has ended. Until then it counts as one that is going on. */
  trackInvocation(...args: [use: TrackedUse] | [skill: string, use?: Omit<TrackedUse, 'skill'>]): PendingCompleter {
    const started = this.#start(args);
    const complete = (end: UseEnd = {}): Promise<void> =>
      started.then((id) => this.#queue.run(completeInvocation, this.#parse(completeInvocation, [id, end])));
    const completer = started.then((id): Completer => Object.assign((end?: UseEnd) => complete(end), { id }));
    // Whoever awaits it, or calls it, learns why nothing was stored.
    completer.catch(() => undefined);
    return Object.assign(complete, {
      // oxlint-disable-next-line unicorn/no-thenable -- it may be called at once, and it may be awaited
      then: completer.then.bind(completer),
      catch: completer.catch.bind(completer),
      finally: completer.finally.bind(completer),
      [Symbol.toStringTag]: 'Promise',
    });
  }

  /** Uses in the tracker's session, or in the one that is named. */
  async getSessionSkills(
    ...args: [session?: string, page?: UsesPage] | [options?: UsesPage & { readonly session?: string }]
  ): Promise<Listed<InvocationsAnswer, Invocation>> {
    const { limit, after, session } = this.#parse(skillsMethods.getSessionSkills, args);
    const read = await this.#read();
    const { invocations, total } = await read.invocations(
      { session: await this.#theSession(read, session) },
      { limit, offset: after },
    );
    const end = after + invocations.length;
    return listed({ invocations, total, truncated: end < total, next: end < total ? end : null }, invocations);
  }

  async getSessionSummary(session?: string): Promise<SessionSummary> {
    const { session: name } = this.#parse(skillsMethods.getSessionSummary, [session]);
    const read = await this.#read();
    const uid = await this.#theSession(read, name);
    const { all } = await tallied(read, { session: uid });
    const [summary, skills] = [all.summary(), all.metrics()];
    return {
      session_id: uid,
      ...summary,
      total_skills_used: summary.total_skills,
      skills_by_count: Object.fromEntries(skills.map((each) => [each.skill_name, each.total_invocations])),
      skills,
    };
  }

  /** Null when no use is known. */
  async getSkillMetrics(skill: string, filter: SkillsFilter = {}): Promise<SkillMetrics | null> {
    const { all } = await this.#tallied(this.#parse(skillsMethods.getSkillMetrics, [skill, filter]));
    return all.metrics()[0] ?? null;
  }

  /** The most used first. */
  async getAllMetrics(filter: SkillsFilter = {}): Promise<readonly SkillMetrics[]> {
    return (await this.#tallied(this.#parse(skillsMethods.getAllMetrics, [filter]))).all.metrics();
  }

  async getSummary(filter: SkillsFilter = {}): Promise<SkillsSummary> {
    return (await this.#tallied(this.#parse(skillsMethods.getSummary, [filter]))).all.summary();
  }

  /**
   * Skills that were used for a need like this one, the best first. `phaseWeight` 0 looks at words only, 1 at the
   * phase only.
   */
  async recommendSkills(...args: RecommendArguments): Promise<readonly Recommendation[]> {
    return (await this.recommend(...args)).recommendations;
  }

  /** The same, with how many uses were compared. */
  async recommend(...args: RecommendArguments): Promise<RecommendAnswer> {
    const { query, session, ...options } = this.#parse(skillsMethods.recommend, args);
    const { recommend } = await import('../ask/skills/recommend.ts');
    const read = await this.#read();
    return recommend(read, query, {
      minSimilarity: 0,
      ...options,
      filter: await this.#filter(read, session === undefined ? {} : { session }),
    });
  }

  /** What was used and how it went, as text. */
  async generateReport(filter: SkillsFilter = {}): Promise<string> {
    const checked = this.#parse(skillsMethods.generateReport, [filter]);
    const { all } = await this.#tallied(checked);
    return reportText(all.summary(), all.metrics(), this.#about(checked));
  }

  /** Effectiveness by phase, bottlenecks, transitions, the best skill of each phase, as text. */
  async generateWorkflowReport(filter: SkillsFilter = {}): Promise<string> {
    const checked = this.#parse(skillsMethods.generateWorkflowReport, [filter]);
    return workflowText(await this.#workflow(checked), this.#about(checked));
  }

  /** The same as data. */
  async getWorkflow(filter: SkillsFilter = {}): Promise<Workflow> {
    return this.#workflow(this.#parse(skillsMethods.getWorkflow, [filter]));
  }

  /** 15 skills by 8 phases: for a terminal, or as a picture. */
  async generatePhaseHeatmap(
    options: SkillsFilter & { readonly format?: 'text' | 'svg' | 'html' } = {},
  ): Promise<string> {
    const { format, ...filter } = this.#parse(skillsMethods.generatePhaseHeatmap, [options]);
    return renderers[format](heatmapOf(await this.#workflow(filter)));
  }

  /**
   * Writes all metrics to a JSON file. What is there and no metrics file of stemma is moved aside, never written
   * over; the answer says so.
   */
  async exportMetrics(path: string, filter: SkillsFilter = {}): Promise<WrittenMetrics> {
    const { file, ...checked } = this.#parse(skillsMethods.exportMetrics, [path, filter]);
    const { writeMetricsFile } = await import('../ask/skills/write-metrics-file.ts');
    const read = await this.#read();
    return writeMetricsFile(read, file, {
      filter: await this.#filter(read, checked),
      at: this.#parts.clock(),
    });
  }

  /**
   * Brings in session-buddy's `skill_metrics.json` or `skills.db`, or what `exportMetrics` wrote. Twice changes
   * nothing; the file is left as it is.
   */
  async importMetrics(path: string): Promise<ImportedSkills> {
    return this.#queue.run(importMetrics, this.#parse(importMetrics, [path]));
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    await this.#queue.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(args: readonly unknown[]): Promise<InvocationId> {
    const checked = this.#parse(trackInvocation, args);
    const session = checked.session ?? this.#session;
    return (await this.#queue.run(trackInvocation, { ...checked, ...(session !== undefined && { session }) })).id;
  }

  #about({ session }: SkillsFilter): { readonly about?: string } {
    return session === undefined ? {} : { about: `session ${session}` };
  }

  async #workflow(filter: SkillsFilter): Promise<Workflow> {
    return (await this.#tallied(filter)).workflow.workflow();
  }

  async #tallied(filter: SkillsFilter): Promise<Awaited<ReturnType<typeof tallied>>> {
    const read = await this.#read();
    return tallied(read, await this.#filter(read, filter));
  }

  async #filter(read: StoreReader, { session, ...filter }: SkillsFilter): Promise<InvocationFilter> {
    return session === undefined ? filter : { ...filter, session: await sessionOfEntry(read, session) };
  }

  async #theSession(read: StoreReader, session: string | undefined): Promise<SessionUid> {
    const name = session ?? this.#session;
    if (name === undefined)
      throw new StemmaError('bad-argument', 'Of which session?', {
        hint: 'Name it, or ask the tracker that `getSessionTracker` gives.',
      });
    return sessionOfEntry(read, name);
  }

  async #read(): Promise<StoreReader> {
    this.#queue.refuseClosed();
    // The answer includes everything this tracker recorded before.
    await this.#queue.settled();
    return this.#parts.archive.read();
  }

  #parse<F extends OptionFields>(method: Method<F>, args: readonly unknown[]): Input<F> {
    return parseArguments(method, args, this.#parts.clock());
  }
}

const renderers = { text: heatmapText, svg: heatmapSvg, html: heatmapHtml } as const;
