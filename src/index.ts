import { homedir } from 'node:os';
import { parseEvent as checkEvent, parseSession as checkSession } from './model/check.ts';
import type { Registered } from './model/check.ts';
import type { Event } from './model/event.ts';
import type { Session } from './model/session.ts';
import { ChainTracker } from './sdk/chain-tracker.ts';
import type { TrackerParts } from './sdk/chain-tracker.ts';
import { openStemmaOf } from './sdk/open-stemma.ts';
import type { Stemma, StemmaOptions } from './sdk/open-stemma.ts';
import { placeOf } from './sdk/place-of.ts';
import type { PlaceOptions } from './sdk/place-of.ts';
import { SkillsTrackerOf } from './sdk/skills-tracker.ts';
import { trackedArchive } from './sdk/tracked-archive.ts';
import { sources } from './sources/registry.ts';
import { openStore } from './store/open-store.ts';

// The composition root of the library, as main.ts is of the program.

const registered: Registered = { flavors: Object.fromEntries(sources.map(({ name, flavor }) => [name, flavor])) };

const machine = { home: homedir(), env: process.env };

/** Opens an archive to ask it questions and to add to it. Close it, or let `await using` do so. */
export function openStemma(options: StemmaOptions = {}): Promise<Stemma> {
  return openStemmaOf(
    {
      openStore: (path, mode) => openStore(path, { mode }),
      sources,
      machine,
      clock: Date.now,
    },
    options,
  );
}

/** Failures and what was done about them, told by hand to the archive that sessions are kept in. Close it, or let `await using` do so. */
export class CausalChainTracker extends ChainTracker {
  constructor(options: PlaceOptions & Pick<TrackerParts, 'onTrouble' | 'embedding'> = {}) {
    const { path, workspace } = placeOf(machine, options);
    const { onTrouble, embedding } = options;
    super({ archive: trackedArchive((mode) => openStore(path, { mode })), workspace, clock: Date.now, ...(onTrouble && { onTrouble }), ...(embedding && { embedding }) });
  }
}

/** Which skills are used for what, told by hand to the archive that sessions are kept in. Close it, or let `await using` do so. */
export class SkillsTracker extends SkillsTrackerOf {
  constructor(options: PlaceOptions = {}) {
    const { path, workspace } = placeOf(machine, options);
    super({ archive: trackedArchive((mode) => openStore(path, { mode })), workspace, clock: Date.now });
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

export { parseEdge } from './model/check.ts';
export { StemmaError, errorCodes } from './model/stemma-error.ts';
export { acts, bases, dispositions, edgeTypes, kinds, origins, outcomes, relations, roles } from './model/words.ts';

export type { Endpoint } from './memory/embed/endpoint.ts';
export type { ChainStatistics, ErrorTypeCount } from './ask/chain-statistics.ts';
export type { RecommendAnswer } from './ask/skills/recommend.ts';
export type { SkillsAnswer } from './ask/skills/skills.ts';
export type { SkillAnswer } from './ask/skills/skill.ts';
export type { WrittenMetrics } from './ask/skills/write-metrics-file.ts';
export type { CriticalPathAnswer, CriticalStep } from './ask/critical-path.ts';
export type { DigestAnswer } from './ask/digest.ts';
export type { AnyError, AttemptTold, ErrorsAnswer, StepInStory, ToldError } from './ask/errors.ts';
export type { ErrorsEverywhere, ErrorsEverywhereOptions } from './ask/errors-everywhere.ts';
export type { BlameSession, BlameShare, BlameStep } from './ask/blame/answer.ts';
export type { BlameAnswer } from './ask/blame/blame.ts';
export type { BlameCommitAnswer } from './ask/blame/blame-commit.ts';
export type { BlameFileAnswer, BlameRun, LineHistory } from './ask/blame/blame-file.ts';
export type { CompareAnswer, ComparedRun, Side, Stretch } from './ask/compare/compare.ts';
export type { Difference, Parting } from './ask/compare/parting.ts';
export type { EventAnswer } from './ask/event.ts';
export type { ExportFormat } from './ask/export.ts';
export type { ToolEvent } from './ask/export-causetrace.ts';
export type { BrokenStep, Downstream } from './ask/failure/aftermath.ts';
export type { ChainLink } from './ask/failure/chain.ts';
export type { Cost as FailureCost } from './ask/failure/cost.ts';
export type { EventFailure, LedTo } from './ask/failure/failure-of-event.ts';
export type { DecisiveFailure, SessionFailures } from './ask/failure/failure-of-session.ts';
export type { FailureAnswer } from './ask/failure/failure.ts';
export type { FailureState } from './ask/failure/state.ts';
export type { GraphAnswer, GraphStep } from './ask/graph.ts';
export type { ImpactAnswer, ImpactEffect } from './ask/impact.ts';
export type { LineageLink } from './ask/lineage.ts';
export type { Fix } from './ask/patterns/fixes.ts';
export type { Pattern, PatternsAnswer, PatternsOptions } from './ask/patterns/patterns.ts';
export type { Trend } from './ask/patterns/trend.ts';
export type { Replayed } from './ask/replay.ts';
export type { HandoffAnswer } from './ask/resume/handoff.ts';
export type { PackLine } from './ask/resume/line.ts';
export type { PackSection } from './ask/resume/fill.ts';
export type { ResumeAnswer } from './ask/resume/resume.ts';
export type { Root, RootsAnswer } from './ask/roots.ts';
export type { Hit, SearchAnswer } from './ask/search.ts';
export type { SessionsAnswer } from './ask/sessions.ts';
export type { Match, SimilarAnswer, SimilarOptions } from './ask/similar/similar.ts';
export type { CostAnswer, CostGroup, CostOptions, PricesUsed } from './ask/cost/cost.ts';
export type { CostBy } from './ask/cost/groups.ts';
export type { CostNumbers } from './ask/cost/numbers.ts';
export type { CauseNumbers, Numbers } from './ask/stats/numbers.ts';
export type { Measures, ModelWork, PerformanceAnswer, PerformanceOptions, Retries, SlowStep, SubagentWork, TimeSpent, TokenSums, ToolWork, Trend as PerformanceTrend, Wait, Work as CallWork } from './ask/performance/performance.ts';
export type { StatsAnswer } from './ask/stats/stats.ts';
export type { CommandWork, FileWork, Work } from './ask/stats/work.ts';
export type { Cause, Step, StepElsewhere } from './ask/step.ts';
export type { TimelineAnswer } from './ask/timeline.ts';
export type { TreeAnswer, TreeSession, TreeStep } from './ask/tree.ts';
export type { SolvedElsewhere, Unresolved, UnresolvedAnswer, UnresolvedOptions } from './ask/unresolved.ts';
export type { WalkOptions } from './ask/walk.ts';
export type { WhyAnswer, WhyCause } from './ask/why.ts';
export type { IngestReport, Progress } from './ingest/ingest.ts';
export type { ImportedSkills } from './ingest/told/import-skill-metrics.ts';
export type { ToldAttempt } from './ingest/told/told.ts';
export type { ToldEnd, ToldUse } from './ingest/told/told-use.ts';
export type { SkillsSummary } from './memory/skills/all-metrics.ts';
export type { Heatmap, HeatmapCell } from './memory/skills/heatmap.ts';
export type { Recommendation, RecommendOptions } from './memory/skills/recommend.ts';
export type { Share } from './memory/skills/share.ts';
export type { SkillMetrics } from './memory/skills/skill-metrics.ts';
export type { BestSkill, Bottleneck, PhaseUse, SkillInPhase, Transition, Workflow } from './memory/skills/workflow.ts';
export type { ErrorKind } from './model/words.ts';
export type { Chain, Chain as CausalChain, ErrorContext, ErrorEvent, FixAttempt } from './model/chain.ts';
export type { Registered } from './model/check.ts';
export type {
  Digest, DigestCommand, DigestCost, DigestDecision, DigestError, DigestFile, DigestLine, DigestOpen, DigestOutcome, DigestSkill, DigestSubagent, Listed,
} from './model/digest.ts';
export type { What } from './model/draft.ts';
export type { Edge } from './model/edge.ts';
export type { Event, Tokens } from './model/event.ts';
export type { ChainId, EventId, InvocationId, SessionUid } from './model/ids.ts';
export type { Invocation } from './model/invocation.ts';
export type { Cost, Session, SessionParent, Watermarks } from './model/session.ts';
export type { ErrorCode } from './model/stemma-error.ts';
export type { Act, Basis, ChainBasis, ChainState, Disposition, EdgeType, Kind, Origin, Outcome, Relation, Role } from './model/words.ts';
export type { InvocationWhat, Phase } from './model/words.ts';
export type { ChainsAnswer, ChainsPage, ChainTracker, ErrorReport, ThrownContext } from './sdk/chain-tracker.ts';
export type { IngestRequest, PageOptions, PictureRequest, ResumeRequest, Stemma, StemmaOptions } from './sdk/open-stemma.ts';
export type { Completer, InvocationsAnswer, RecommendRequest, SessionSummary, SkillsFilter, SkillsTrackerOf, TrackedUse } from './sdk/skills-tracker.ts';
export type { InvocationFilter, Place, SearchQuery, SessionFilter } from './store/store.ts';
