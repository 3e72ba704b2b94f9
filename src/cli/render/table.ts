import type { questions } from '../../ask/questions.ts';
import type { QuestionRenderer } from './renderer.ts';

type Questions = typeof questions;
type AnswerOf<Name extends keyof Questions> = Awaited<ReturnType<Questions[Name]['run']>>;

/** The renderer of each question, loaded on demand so that a command does not load the others. */
export const renderers: {
  readonly [Name in keyof Questions]?: () => Promise<QuestionRenderer<AnswerOf<Name>>>;
} = {
  overview: async () => (await import('./history/overview.ts')).overviewRenderer,
  sessions: async () => (await import('./history/sessions.ts')).sessionsRenderer,
  timeline: async () => (await import('./history/timeline.ts')).timelineRenderer,
  tree: async () => (await import('./history/tree.ts')).treeRenderer,
  parents: async () => (await import('./history/lineage.ts')).parentsRenderer,
  children: async () => (await import('./history/lineage.ts')).childrenRenderer,
  eventTree: async () => (await import('./history/lineage.ts')).eventTreeRenderer,
  recentEvents: async () => (await import('./history/lineage.ts')).recentEventsRenderer,
  search: async () => (await import('./history/search.ts')).searchRenderer,
  digest: async () => (await import('./history/digest.ts')).digestRenderer,
  stats: async () => (await import('./history/stats.ts')).statsRenderer,
  files: async () => (await import('./history/files.ts')).filesRenderer,
  fileHistory: async () => (await import('./history/files.ts')).fileHistoryRenderer,
  performance: async () => (await import('./history/performance.ts')).performanceRenderer,
  why: async () => (await import('./causes/why.ts')).whyRenderer,
  impact: async () => (await import('./causes/impact.ts')).impactRenderer,
  roots: async () => (await import('./causes/roots.ts')).rootsRenderer,
  criticalPath: async () => (await import('./causes/critical-path.ts')).criticalPathRenderer,
  compare: async () => (await import('./causes/compare.ts')).compareRenderer,
  blame: async () => (await import('./causes/blame.ts')).blameRenderer,
  failure: async () => (await import('./failures/failure.ts')).failureRenderer,
  patterns: async () => (await import('./failures/patterns.ts')).patternsRenderer,
  unresolved: async () => (await import('./failures/unresolved.ts')).unresolvedRenderer,
  resume: async () => (await import('./history/resume.ts')).resumeRenderer,
  handoff: async () => (await import('./history/resume.ts')).handoffRenderer,
  recommend: async () => (await import('./skills/recommend.ts')).recommendRenderer,
};

/** Questions for programs (the page, the SDK), without a command. */
export const withoutCommand: readonly (keyof Questions)[] = [
  'browse',
  'session',
  'facets',
  'skeleton',
  'rows',
  'step',
  'image',
  'story',
  'chain',
  'errorsEverywhere',
  'judgePlan',
  'replaySummary',
  'usedSkills',
  'skill',
  'skillsWorkflow',
  'skillsHeatmap',
];
