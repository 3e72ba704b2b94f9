/// <reference lib="esnext.disposable" preserve="true" />
// `stemma/types`: what answers and the model look like, for programs that only show them, such as a page in a browser. Needs no types of Node; what
// there is to run is the lists of words. The library has all of it too. The line above is for declarations on the way
// that can be disposed of.

export type { ChainStatistics, ErrorTypeCount } from './ask/errors/chain-statistics.ts';
export type { RecommendAnswer } from './ask/skills/recommend.ts';
export type { SkillsAnswer } from './ask/skills/skills.ts';
export type { SkillAnswer } from './ask/skills/skill.ts';
export type { WrittenMetrics } from './ask/skills/write-metrics-file.ts';
export type { CriticalPathAnswer, CriticalStep } from './ask/critical-path/critical-path.ts';
export type { DigestAnswer } from './ask/digest/digest.ts';
export type { AnyError, StoryAttempt, ErrorsAnswer, StepInStory, ErrorStory } from './ask/errors/errors.ts';
export type { ErrorsEverywhere, ErrorsEverywhereOptions } from './ask/errors/errors-everywhere.ts';
export type { BlameSession, BlameShare, BlameStep } from './ask/blame/answer.ts';
export type { BlameAnswer } from './ask/blame/blame.ts';
export type { BlameCommitAnswer } from './ask/blame/blame-commit.ts';
export type { BlameFileAnswer, BlameRun, LineHistory } from './ask/blame/blame-file.ts';
export type { BrowseAnswer, BrowsedSession } from './ask/browse/answer.ts';
export type { BrowseOptions } from './ask/browse/browse.ts';
export type { CompareAnswer, ComparedRun, Side, Stretch } from './ask/compare/compare.ts';
export type { Difference, Parting } from './ask/compare/parting.ts';
export type { EventAnswer } from './ask/event/event.ts';
export type { FacetsAnswer } from './ask/facets/facets.ts';
export type { ExportFormat } from './ask/export/formats.ts';
export type { ToolEvent } from './ask/export/export-causetrace.ts';
export type { BrokenStep, Downstream } from './ask/failure/aftermath.ts';
export type { ChainLink } from './ask/failure/chain.ts';
export type { FailureCost } from './ask/failure/cost.ts';
export type { EventFailure, LedTo } from './ask/failure/failure-of-event.ts';
export type { DecisiveFailure, SessionFailures } from './ask/failure/failure-of-session.ts';
export type { FailureAnswer } from './ask/failure/failure.ts';
export type { FailureState } from './ask/failure/state.ts';
export type {
  ChangedFile,
  FileAuthor,
  FileChange,
  FileHistoryAnswer,
  FilesAnswer,
  FileSession,
  Hunk,
} from './ask/files/answer.ts';
export type { GraphAnswer, GraphStep } from './ask/graph/graph.ts';
export type { JudgePlan } from './ask/judge/plan.ts';
export type { Dropped } from './ask/judge/check-answer.ts';
export type { Judged, RemovedJudgement } from './ask/judge/judged.ts';
export type { JudgeWindow } from './ask/judge/windows.ts';
export type { ImpactAnswer, ImpactEffect } from './ask/impact/impact.ts';
export type { LineageLink } from './ask/walk/lineage.ts';
export type {
  ChangedPattern,
  OverviewAnswer,
  OverviewChanges,
  OverviewDay,
  OverviewNumbers,
  OverviewRepo,
} from './ask/overview/answer.ts';
export type { OverviewOptions } from './ask/overview/overview.ts';
export type { Fix } from './ask/patterns/fixes.ts';
export type { Pattern, PatternsAnswer, PatternsOptions } from './ask/patterns/patterns.ts';
export type { Trend } from './ask/patterns/trend.ts';
export type { Replayed, ReplayedCause } from './ask/replay/replay.ts';
export type { ReplaySummary, ToolSummary } from './ask/replay/summary.ts';
export type { HandoffAnswer } from './ask/resume/handoff/handoff.ts';
export type { PackLine } from './ask/resume/pack/line.ts';
export type { PackSection } from './ask/resume/pack/line.ts';
export type { ResumeAnswer } from './ask/resume/resume.ts';
export type { Root, RootsAnswer } from './ask/roots/roots.ts';
export type { Hit, SearchAnswer, SearchField, SessionHit, TermFound } from './ask/search/search.ts';
export type { ListedSession, SessionsAnswer } from './ask/sessions/sessions.ts';
export type { Match, SimilarAnswer, SimilarOptions } from './ask/similar/similar.ts';
export type {
  EdgeBeyond,
  EdgeColumns,
  Row,
  RowsAnswer,
  SkeletonAnswer,
  SkeletonChild,
  SkeletonStory,
  StepColumns,
} from './ask/skeleton/answer.ts';
export type { CostAnswer, CostGroup, CostOptions, PricesUsed } from './ask/cost/cost.ts';
export type { BudgetSpent } from './ask/cost/budget.ts';
export type { CostBlock } from './ask/cost/blocks.ts';
export type { CostBy } from './ask/cost/groups.ts';
export type { CostNumbers } from './ask/cost/numbers.ts';
export type { CauseNumbers, Numbers } from './ask/stats/numbers.ts';
export type {
  Measures,
  ModelWork,
  PerformanceAnswer,
  PerformanceOptions,
  Retries,
  SlowStep,
  SubagentWork,
  TimeSpent,
  TokenSums,
  ToolWork,
  PerformanceTrend,
  Wait,
  Work as CallWork,
} from './ask/performance/performance.ts';
export type { StatsAnswer } from './ask/stats/stats.ts';
export type { CommandWork, FileWork, Work } from './ask/stats/work.ts';
export type { Cause, Step, StepElsewhere } from './ask/walk/step.ts';
export type { ImageAnswer } from './ask/step-detail/image.ts';
export type { StepCause, Clipped, ImageRef, AgentMessage, StepAnswer } from './ask/step-detail/answer.ts';
export type { TimelineAnswer } from './ask/timeline/timeline.ts';
export type { ChildrenAnswer } from './ask/walk/children.ts';
export type { ParentsAnswer } from './ask/walk/parents.ts';
export type { Descendant } from './ask/walk/descendants.ts';
export type { EventsAnswer } from './ask/walk/events-page.ts';
export type { RecentEventsAnswer } from './ask/walk/recent-events.ts';
export type { TreeAnswer, TreeSession, TreeStep } from './ask/tree/tree.ts';
export type { SolvedElsewhere, Unresolved, UnresolvedAnswer, UnresolvedOptions } from './ask/unresolved/unresolved.ts';
export type { WalkOptions } from './ask/walk/walk.ts';
export type { WhyAnswer, WhyCause } from './ask/why/why.ts';
export type { AboutAnswer } from './http/about.ts';
export type { Update as LiveUpdate } from './http/live/update.ts';
export type { AgentSetup, SetupAnswer } from './live/setup/setup-answer.ts';
export type { IngestReport, Progress } from './ingest/ingest.ts';
export type { ImportedSkills } from './ingest/manual/import-skill-metrics.ts';
export type { ManualAttempt } from './ingest/manual/manual-failure.ts';
export type { ManualUseEnd, ManualUse } from './ingest/manual/manual-use.ts';
export type { SkillsSummary } from './memory/skills/all-metrics.ts';
export type { Heatmap, HeatmapCell } from './memory/skills/heatmap.ts';
export type { Recommendation, RecommendOptions } from './memory/skills/recommend.ts';
export type { Share } from './memory/skills/share.ts';
export type { SkillMetrics } from './memory/skills/skill-metrics.ts';
export type { BestSkill, Bottleneck, PhaseUse, SkillInPhase, Transition, Workflow } from './memory/skills/workflow.ts';
export type { Chain, Chain as CausalChain, ErrorContext, ErrorEvent, FixAttempt } from './model/chain.ts';
export type {
  Activity,
  Digest,
  DigestCommand,
  DigestCost,
  DigestDecision,
  DigestError,
  DigestFile,
  DigestAsk,
  DigestFinding,
  DigestLine,
  DigestOpen,
  DigestOutcome,
  DigestSkill,
  DigestSubagent,
  Listed,
} from './model/digest.ts';
export type { What } from './model/draft.ts';
export type { Edge } from './model/edge.ts';
export type { Event, Tokens } from './model/event.ts';
export type { ChainId, EventId, InvocationId, SessionUid } from './model/ids.ts';
export type { Invocation } from './model/invocation.ts';
export type { JudgedBy, JudgedCall, JudgedOutcome, JudgedStory, Judgement } from './model/judgement.ts';
export type { Cost, Session, SessionParent, Watermarks } from './model/session.ts';
export { isEvictable } from './model/session.ts';
export { schemaVersion } from './model/schema-version.ts';
export type { ErrorCode } from './model/stemma-error.ts';
export * from './model/confidence.ts';
export * from './model/words.ts';
export type { ChainsAnswer, ChainsPage, ErrorReport, ThrownContext } from './sdk/chain-tracker.ts';
export type { InvocationsAnswer, SessionSummary, TrackedUse } from './sdk/skills-tracker.ts';
export type { InvocationFilter, Place, SearchQuery, SessionFilter } from './store/store.ts';
