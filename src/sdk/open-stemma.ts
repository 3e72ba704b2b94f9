import { resolve } from 'node:path';
import { cost, costOf } from '../ask/cost/cost.ts';
import type { CostAnswer, CostOptions } from '../ask/cost/cost.ts';
import { loadPrices } from '../ask/cost/load-prices.ts';
import { criticalPath } from '../ask/critical-path/critical-path.ts';
import type { CriticalPathAnswer } from '../ask/critical-path/critical-path.ts';
import { errorsEverywhere } from '../ask/errors/errors-everywhere.ts';
import type { ErrorsEverywhere, ErrorsEverywhereOptions } from '../ask/errors/errors-everywhere.ts';
import { errors } from '../ask/errors/errors.ts';
import type { AnyError, ErrorsAnswer, ErrorsOptions } from '../ask/errors/errors.ts';
import { blame } from '../ask/blame/blame.ts';
import type { BlameAnswer } from '../ask/blame/blame.ts';
import { browse } from '../ask/browse/browse.ts';
import type { BrowseAnswer, BrowseOptions } from '../ask/browse/browse.ts';
import { compare } from '../ask/compare/compare.ts';
import type { CompareAnswer } from '../ask/compare/compare.ts';
import { digest } from '../ask/digest/digest.ts';
import type { DigestAnswer } from '../ask/digest/digest.ts';
import { event } from '../ask/event/event.ts';
import type { EventAnswer } from '../ask/event/event.ts';
import { exportSession } from '../ask/export/export.ts';
import type { ExportFormat } from '../ask/export/export.ts';
import { facets } from '../ask/facets/facets.ts';
import type { FacetsAnswer } from '../ask/facets/facets.ts';
import { failure } from '../ask/failure/failure.ts';
import type { FailureAnswer } from '../ask/failure/failure.ts';
import { findSubject } from '../ask/failure/subject.ts';
import { findEvent } from '../ask/find/find-event.ts';
import { findSession } from '../ask/find/find-session.ts';
import { graph } from '../ask/graph/graph.ts';
import type { GraphAnswer } from '../ask/graph/graph.ts';
import { impact } from '../ask/impact/impact.ts';
import type { ImpactAnswer } from '../ask/impact/impact.ts';
import { overview } from '../ask/overview/overview.ts';
import type { OverviewAnswer, OverviewOptions } from '../ask/overview/overview.ts';
import { patterns } from '../ask/patterns/patterns.ts';
import type { PatternsAnswer, PatternsOptions } from '../ask/patterns/patterns.ts';
import type { PictureOptions } from '../ask/picture/options.ts';
import { performance } from '../ask/performance/performance.ts';
import type { PerformanceAnswer, PerformanceOptions } from '../ask/performance/performance.ts';
import { priced } from '../ask/cost/priced.ts';
import { redacted } from '../ask/redaction/redacted.ts';
import { replay } from '../ask/replay/replay.ts';
import type { Replayed } from '../ask/replay/replay.ts';
import { latestWorkHere, latestWorkIn } from '../ask/resume/latest-work.ts';
import { handoff } from '../ask/resume/handoff.ts';
import type { HandoffAnswer } from '../ask/resume/handoff.ts';
import { resume } from '../ask/resume/resume.ts';
import type { ResumeAnswer } from '../ask/resume/resume.ts';
import { roots } from '../ask/roots/roots.ts';
import type { RootsAnswer } from '../ask/roots/roots.ts';
import { search } from '../ask/search/search.ts';
import type { SearchAnswer } from '../ask/search/search.ts';
import { sessions } from '../ask/sessions/sessions.ts';
import type { SessionsAnswer } from '../ask/sessions/sessions.ts';
import { knownFailures, otherModel, similar } from '../ask/similar/similar.ts';
import type { SimilarAnswer, SimilarOptions } from '../ask/similar/similar.ts';
import { similarTo } from '../ask/similar/subject.ts';
import { rows } from '../ask/skeleton/rows.ts';
import { skeleton } from '../ask/skeleton/skeleton.ts';
import type { RowsAnswer, SkeletonAnswer } from '../ask/skeleton/skeleton.ts';
import { stats, statsOf } from '../ask/stats/stats.ts';
import type { StatsAnswer } from '../ask/stats/stats.ts';
import { image } from '../ask/step-detail/image.ts';
import type { ImageAnswer } from '../ask/step-detail/image.ts';
import { stepDetail } from '../ask/step-detail/step-detail.ts';
import type { StepAnswer } from '../ask/step-detail/step-detail.ts';
import { story } from '../ask/errors/story.ts';
import { timeline } from '../ask/timeline/timeline.ts';
import type { TimelineAnswer } from '../ask/timeline/timeline.ts';
import { tree } from '../ask/tree/tree.ts';
import type { TreeAnswer } from '../ask/tree/tree.ts';
import { unresolved } from '../ask/unresolved/unresolved.ts';
import type { UnresolvedAnswer, UnresolvedOptions } from '../ask/unresolved/unresolved.ts';
import type { WalkOptions } from '../ask/walk/walk.ts';
import { why } from '../ask/why/why.ts';
import type { WhyAnswer } from '../ask/why/why.ts';
import type { IngestReport, Progress } from '../ingest/ingest.ts';
import { ingestAll } from '../live/ingest-all.ts';
import type { Endpoint } from '../memory/embed/endpoint.ts';
import type { Event } from '../model/event.ts';
import type { Session } from '../model/session.ts';
import type { Kind } from '../model/words.ts';
import type { Machine, Source } from '../sources/source.ts';
import type { SearchQuery, SessionFilter, Store } from '../store/store.ts';
import { ChainTracker } from './chain-tracker.ts';
import { SkillsTrackerOf } from './skills-tracker.ts';
import { placeOf } from './place-of.ts';
import type { PlaceOptions } from './place-of.ts';

export interface StemmaOptions extends PlaceOptions {
  /**
   * A model of your own, asked by `similar` what is near in meaning; stemma's table when absent. `config.json` is the
   * command line's alone.
   */
  readonly embedding?: Endpoint;
  /** Agents to read besides those stemma knows: see `stemma/source`. */
  readonly sources?: readonly Source[];
}

/** A page of a list. */
export interface PageOptions {
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: number;
}

/** What to draw of a session. */
export interface PictureRequest extends Omit<PictureOptions, 'event'> {
  /** Only what led to this event, named as elsewhere. */
  readonly event?: string;
}

/** How to tell what one must know to go on. */
export interface ResumeRequest {
  /** In tokens of four characters; 1000 when absent. */
  readonly budget?: number;
  /** As it stood right after this event. */
  readonly at?: string;
  /** A repository, by name or whole path, whose latest session is meant when none is named. */
  readonly repo?: string;
  /** Name the step behind every line of the text too. */
  readonly steps?: boolean;
}

export interface IngestRequest {
  /** Files and folders; everything found on this machine when absent. */
  readonly paths?: readonly string[];
  /** Name of the only source to look for. */
  readonly source?: string;
  readonly exclude?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * An archive and its questions. Each answer is the object that the command of the same name prints with `--json`.
 * Sessions and events are named by uid, id, native id or any unique beginning; no session name means the newest.
 * Questions never ingest; what leaves is redacted.
 */
export interface Stemma extends AsyncDisposable {
  sessions(options?: SessionFilter & PageOptions): Promise<SessionsAnswer>;
  /** The last days at a glance, against as many before them. */
  overview(options?: Omit<OverviewOptions, 'now'>): Promise<OverviewAnswer>;
  /**
   * Sessions to look through, each with what it looks like from afar: those at the top, or with `parent` those that
   * came of one.
   */
  browse(options?: BrowseOptions): Promise<BrowseAnswer>;
  session(name?: string): Promise<Session>;
  /** The agents, repositories and models there are sessions of, the most used first. */
  facets(options?: { readonly limit?: number }): Promise<FacetsAnswer>;
  timeline(session?: string, page?: PageOptions & { readonly kinds?: readonly Kind[] }): Promise<TimelineAnswer>;
  graph(session?: string, page?: PageOptions): Promise<GraphAnswer>;
  /** The shape of a session without its words, for who draws all of it. */
  skeleton(session?: string, page?: PageOptions): Promise<SkeletonAnswer>;
  /** The words of its steps. */
  rows(session?: string, page?: PageOptions): Promise<RowsAnswer>;
  tree(session?: string, options?: { readonly limit?: number }): Promise<TreeAnswer>;
  why(event: string, options?: WalkOptions & { readonly session?: string }): Promise<WhyAnswer>;
  impact(event: string, options?: WalkOptions & { readonly session?: string }): Promise<ImpactAnswer>;
  roots(event: string, options?: WalkOptions & { readonly session?: string }): Promise<RootsAnswer>;
  criticalPath(session?: string, options?: Pick<WalkOptions, 'minConfidence'>): Promise<CriticalPathAnswer>;
  /** Of an event or of a session, whichever the name means; with `session` it is an event of that. */
  failure(name?: string, options?: { readonly session?: string; readonly limit?: number }): Promise<FailureAnswer>;
  errors(session?: string, options?: ErrorsOptions): Promise<ErrorsAnswer>;
  /** The same of all sessions, the latest first. */
  errorsEverywhere(options?: ErrorsEverywhereOptions): Promise<ErrorsEverywhere>;
  /** One of them, by the id of its chain, the beginning of one, or the id of the failing event. */
  story(name: string): Promise<AnyError>;
  /**
   * What failed before and is like this: any error output, or the id of a failing event or of a chain. The first
   * question reads every failure there is; as long as the archive is open those that follow take milliseconds.
   */
  similar(about: string, options?: Omit<SimilarOptions, 'now'>): Promise<SimilarAnswer>;
  patterns(options?: Omit<PatternsOptions, 'now'>): Promise<PatternsAnswer>;
  unresolved(options?: UnresolvedOptions): Promise<UnresolvedAnswer>;
  /**
   * What one must know to go on; of the latest work in this folder, or in a repository, when no session is named.
   * `at` names an event.
   */
  resume(session?: string, options?: ResumeRequest): Promise<ResumeAnswer>;
  /** The same as the first prompt of another agent, such as `codex`. */
  handoff(to: string, session?: string, options?: Omit<ResumeRequest, 'steps'>): Promise<HandoffAnswer>;
  /**
   * `target` is a file, a file with `:LINE` or `:FROM-TO`, or a commit; `folder` is where both are looked for, the
   * current one when absent.
   */
  blame(
    target: string,
    options?: { readonly folder?: string; readonly at?: string; readonly limit?: number },
  ): Promise<BlameAnswer>;
  compare(a: string, b: string, options?: { readonly limit?: number }): Promise<CompareAnswer>;
  /** What stays of a session for good. */
  digest(session?: string): Promise<DigestAnswer>;
  /** Tokens, money and time: of a session with all that came of it, or of all sessions. */
  cost(options?: CostOptions & { readonly session?: string }): Promise<CostAnswer>;
  /** Of one session, or of all that pass the filter. */
  stats(of?: string | SessionFilter): Promise<StatsAnswer>;
  /** Where the time and the tokens of a session went, with its sub-agents. */
  performance(session?: string, options?: PerformanceOptions): Promise<PerformanceAnswer>;
  event(event: string, options?: { readonly session?: string }): Promise<EventAnswer>;
  /**
   * What there is to see of a step: what was said before it, what it asked, what came back, why, and what it led to.
   */
  step(event: string, options?: { readonly session?: string }): Promise<StepAnswer>;
  /** A picture that an event brought: the number is of `images` in the step. */
  image(event: string, number: number, options?: { readonly session?: string }): Promise<ImageAnswer>;
  search(
    text: string,
    filter?: Omit<SearchQuery, 'text' | 'limit'> & { readonly limit?: number },
  ): Promise<SearchAnswer>;
  replay(session?: string, options?: { readonly after?: number; readonly summary?: boolean }): AsyncIterable<Replayed>;
  /**
   * The options are for pictures: `mermaid`, `dot`, `svg`, `html`. Without a session an event is looked for
   * everywhere.
   */
  export(session: string | undefined, format: ExportFormat, options?: PictureRequest): AsyncIterable<string>;
  /** Waits for another writer; may be called again and again. */
  ingest(request?: IngestRequest): Promise<IngestReport>;
  /** Failures and what was done about them, told by hand. */
  readonly tracker: ChainTracker;
  /** Which skills are used for what, and how well they work: told by hand and mined. */
  readonly skills: SkillsTrackerOf;
  close(): Promise<void>;
}

/** What is real; index.ts decides. */
export interface Parts {
  readonly openStore: (path: string, mode: 'read' | 'write') => Promise<Store>;
  readonly sources: readonly Source[];
  readonly machine: Machine;
  readonly clock: () => number;
}

export async function openStemmaOf(
  { openStore, sources: known, machine, clock }: Parts,
  options: StemmaOptions = {},
): Promise<Stemma> {
  const sources = [...known, ...(options.sources ?? [])];
  const { home, path, workspace } = placeOf(machine, options);
  let store = await openStore(path, 'read');
  let read = priced(redacted(store.read), home);
  const model = options.embedding && otherModel(options.embedding);
  let failures = knownFailures(read, model);
  const named = async (name: string, session?: string): Promise<Event> =>
    findEvent(read, name, session === undefined ? undefined : (await findSession(read, session)).uid);
  // Where there was no archive yet, an empty one was being read.
  const renew = async () => {
    await store[Symbol.asyncDispose]();
    store = await openStore(path, 'read');
    read = priced(redacted(store.read), home);
    failures = knownFailures(read, model);
  };
  const tracker = new ChainTracker({
    archive: { read: async () => read, openToWrite: () => openStore(path, 'write'), renew, close: async () => {} },
    workspace,
    clock,
    ...(options.embedding && { embedding: options.embedding }),
  });
  const skills = new SkillsTrackerOf({
    archive: { read: async () => read, openToWrite: () => openStore(path, 'write'), renew, close: async () => {} },
    workspace,
    clock,
  });
  const close = async () => {
    await tracker.close();
    await skills.close();
    await store[Symbol.asyncDispose]();
  };

  const toResume = async (name: string | undefined, repo: string | undefined): Promise<Session> =>
    name !== undefined
      ? await findSession(read, name)
      : repo === undefined
        ? await latestWorkHere(read, resolve('.'))
        : await latestWorkIn(read, repo);

  return {
    sessions: ({ limit = 20, after = 0, ...filter } = {}) => sessions(read, filter, { limit, after }),
    overview: (options = {}) => overview(read, { ...options, now: clock() }, loadPrices(home)),
    browse: (options = {}) => browse(read, options, loadPrices(home)),
    session: (name) => findSession(read, name),
    facets: (options = {}) => facets(read, options),
    timeline: async (session, page = {}) => timeline(read, await findSession(read, session), page),
    graph: async (session, page = {}) => graph(read, await findSession(read, session), page),
    skeleton: async (session, page = {}) => skeleton(read, await findSession(read, session), page),
    rows: async (session, page = {}) => rows(read, await findSession(read, session), page),
    tree: async (session, page = {}) => tree(read, await findSession(read, session), page),
    why: async (name, { session, ...walk } = {}) => why(read, await named(name, session), walk),
    impact: async (name, { session, ...walk } = {}) => impact(read, await named(name, session), walk),
    roots: async (name, { session, ...walk } = {}) => roots(read, await named(name, session), walk),
    criticalPath: async (session, options = {}) => criticalPath(read, await findSession(read, session), options),
    failure: async (name, { session, ...how } = {}) =>
      failure(
        read,
        name === undefined || session === undefined
          ? await findSubject(read, name ?? session)
          : { event: await named(name, session) },
        how,
      ),
    errorsEverywhere: (options = {}) => errorsEverywhere(read, options),
    story: (name) => story(read, name),
    errors: async (session, options = {}) => errors(read, await findSession(read, session), options),
    similar: async (about, options = {}) =>
      similar(failures, await similarTo(read, about), { ...options, now: clock() }),
    patterns: (options = {}) => patterns(read, { ...options, now: clock() }),
    unresolved: (options = {}) => unresolved(read, options),
    resume: async (name, { repo, at, ...how } = {}) => {
      const session = await toResume(name, repo);
      return await resume(read, session, {
        sources: async () => sources,
        ...how,
        ...(at !== undefined && { at: await named(at, session.uid) }),
      });
    },
    handoff: async (to, name, { repo, at, ...how } = {}) => {
      const session = await toResume(name, repo);
      return await handoff(read, session, {
        to,
        sources: async () => sources,
        ...how,
        ...(at !== undefined && { at: await named(at, session.uid) }),
      });
    },
    blame: (target, { folder = '.', ...how } = {}) => blame(read, target, { folder: resolve(folder), sources, ...how }),
    compare: async (a, b, how = {}) =>
      compare(read, await findSession(read, a), await findSession(read, b), { sources, ...how }),
    digest: async (session) => digest(read, await findSession(read, session), { now: clock() }),
    cost: async ({ session, ...how } = {}) =>
      session === undefined
        ? cost(read, how, loadPrices(home))
        : costOf(read, await findSession(read, session), how, loadPrices(home)),
    stats: async (of = {}) => (typeof of === 'string' ? statsOf(read, await findSession(read, of)) : stats(read, of)),
    performance: async (session, options = {}) => performance(read, await findSession(read, session), options),
    event: async (name, { session } = {}) => event(read, await named(name, session), { sources }),
    step: async (name, { session } = {}) => stepDetail(read, await named(name, session), { sources }),
    image: async (name, number, { session } = {}) => image(read, await named(name, session), number),
    search: (text, { limit = 20, ...filter } = {}) =>
      search(read, { ...filter, text, limit }, { sources: async () => sources }),
    async *replay(session, page = {}) {
      yield* replay(read, await findSession(read, session), { sources, ...page });
    },
    async *export(session, format, { event: about, ...picture } = {}) {
      const found = about === undefined ? undefined : await named(about, session);
      yield* exportSession(read, await findSession(read, session ?? found?.session), format, {
        sources,
        ...picture,
        ...(found && { event: found }),
      });
    },
    async ingest({ source, exclude = [], ...request } = {}) {
      await using writing = await openStore(path, 'write');
      const report = await ingestAll({
        home,
        store: writing,
        sources,
        machine,
        exclude,
        workspace,
        clock,
        ...request,
        ...(source ? { only: source } : {}),
      });
      await renew();
      return report;
    },
    tracker,
    skills,
    close,
    [Symbol.asyncDispose]: close,
  };
}
