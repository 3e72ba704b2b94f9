import type { Command } from '../command.ts';
import type { CommandGroup } from '../help.ts';

// Each command is loaded when it is named: a question must not pay for the code of the others.
const load: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).startCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  ingest: async () => (await import('./ingest.ts')).ingestCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  watch: async () => (await import('./watch.ts')).watchCommand,
  run: async () => (await import('./run.ts')).runCommand,
  install: async () => (await import('./install.ts')).installCommand,
  uninstall: async () => (await import('./uninstall.ts')).uninstallCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  overview: async () => (await import('./overview.ts')).overviewCommand,
  sessions: async () => (await import('./sessions.ts')).sessionsCommand,
  timeline: async () => (await import('./timeline.ts')).timelineCommand,
  tree: async () => (await import('./tree.ts')).treeCommand,
  graph: async () => (await import('./graph.ts')).graphCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  event: async () => (await import('./event.ts')).eventCommand,
  search: async () => (await import('./search.ts')).searchCommand,
  why: async () => (await import('./why.ts')).whyCommand,
  impact: async () => (await import('./impact.ts')).impactCommand,
  roots: async () => (await import('./roots.ts')).rootsCommand,
  'critical-path': async () => (await import('./critical-path.ts')).criticalPathCommand,
  failure: async () => (await import('./failure.ts')).failureCommand,
  errors: async () => (await import('./errors.ts')).errorsCommand,
  similar: async () => (await import('./similar.ts')).similarCommand,
  patterns: async () => (await import('./patterns.ts')).patternsCommand,
  unresolved: async () => (await import('./unresolved.ts')).unresolvedCommand,
  remember: async () => (await import('./remember.ts')).rememberCommand,
  advise: async () => (await import('./advise.ts')).adviseCommand,
  embed: async () => (await import('./embed.ts')).embedCommand,
  resume: async () => (await import('./resume.ts')).resumeCommand,
  skills: async () => (await import('./skills.ts')).skillsCommand,
  recommend: async () => (await import('./recommend.ts')).recommendCommand,
  handoff: async () => (await import('./handoff.ts')).handoffCommand,
  blame: async () => (await import('./blame.ts')).blameCommand,
  cost: async () => (await import('./cost.ts')).costCommand,
  stats: async () => (await import('./stats.ts')).statsCommand,
  performance: async () => (await import('./performance.ts')).performanceCommand,
  digest: async () => (await import('./digest.ts')).digestCommand,
  compare: async () => (await import('./compare.ts')).compareCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  db: async () => (await import('./db.ts')).dbCommand,
  forget: async () => (await import('./forget.ts')).forgetCommand,
  evict: async () => (await import('./evict.ts')).evictCommand,
  rebuild: async () => (await import('./rebuild.ts')).rebuildCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
  help: async () => (await import('./help.ts')).helpCommand,
  version: async () => (await import('./version.ts')).versionCommand,
};

const groups: readonly { readonly title: string; readonly verbs: readonly string[] }[] = [
  { title: 'Begin', verbs: ['start', 'demo', 'ingest', 'serve', 'watch'] },
  { title: 'While agents run', verbs: ['run', 'install', 'uninstall', 'mcp'] },
  { title: 'What happened', verbs: ['overview', 'sessions', 'timeline', 'tree', 'graph', 'replay', 'event', 'search', 'digest', 'stats', 'performance', 'cost'] },
  { title: 'Why it happened', verbs: ['why', 'impact', 'roots', 'critical-path', 'failure', 'errors', 'compare', 'blame'] },
  { title: 'What failed before', verbs: ['advise', 'similar', 'patterns', 'unresolved', 'remember'] },
  { title: 'Go on', verbs: ['resume', 'handoff'] },
  { title: 'What works', verbs: ['skills', 'recommend'] },
  { title: 'Keep and give back', verbs: ['export', 'restore', 'backup', 'db', 'evict', 'forget', 'rebuild'] },
  { title: 'stemma itself', verbs: ['doctor', 'embed', 'completion', 'help', 'version'] },
];

export const verbs: readonly string[] = Object.keys(load);

/** The command of a known verb. */
export async function loadCommand(verb: string): Promise<Command> {
  const loader = load[verb];
  if (!loader) throw new Error(`The table has no command "${verb}".`);
  return loader();
}

export async function loadGroups(): Promise<readonly CommandGroup[]> {
  return Promise.all(
    groups.map(async ({ title, verbs: names }) => ({ title, commands: await Promise.all(names.map(loadCommand)) })),
  );
}
