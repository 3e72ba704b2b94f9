import type { Command } from '../line/command.ts';
import type { CommandGroup, OverviewGroup } from '../line/help.ts';

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

/**
 * What `stemma help` lists, in the words of the commands themselves: a test holds them the same. It must not load
 * them all to say it.
 */
export const overview: readonly OverviewGroup[] = [
  {
    title: 'Begin',
    commands: {
      start: 'Read everything on this machine and show what was found',
      demo: 'Look around in a small built-in story',
      ingest: 'Read what is new, on this machine or in the files named',
      serve: 'Show it all in the browser, live: sessions, causes, failures',
      watch: 'Follow every agent as it works, and show what happens',
    },
  },
  {
    title: 'While agents run',
    commands: {
      run: 'Run a program, and record what it edits, runs and commits',
      install: 'Let agents tell stemma what they do while they run, and ask it',
      uninstall: 'Take hooks and MCP server out again, to the byte',
      mcp: 'Serve agents: what happened, why, and what helped before, over MCP',
    },
  },
  {
    title: 'What happened',
    commands: {
      overview: 'Show the last days at a glance, against as many before them',
      sessions: 'List sessions, newest first',
      timeline: 'Show what happened in a session, in order',
      tree: 'Show a session by turns, sub-agents under their calls',
      graph: 'Show the steps of a session, each with its direct causes',
      replay: 'Go through a session again, with where each event came from',
      event: 'Show everything about one event, its content included',
      search: 'Find events by their words',
      digest: 'Sum up a session: how it ended, what was done, what is open',
      stats: 'Count what happened, and how much of it has known causes',
      performance: 'Tell where the time and the tokens of a session went',
      cost: 'Count tokens, money and time, by session, model, day and more',
    },
  },
  {
    title: 'Why it happened',
    commands: {
      why: 'Walk back from an event to what caused it',
      impact: 'Walk on from an event to what it led to',
      roots: 'Show where an event began: the causes that have no cause',
      'critical-path': 'Show the chain of causes that took most of the time',
      failure: 'Tell a failure from its root to what it broke, or rank them',
      errors: 'Tell what failed in a session, why, and what fixed it',
      compare: 'Show where two runs of the same task part ways',
      blame: 'Tell which steps wrote a file, a line or a commit',
    },
  },
  {
    title: 'What failed before',
    commands: {
      advise: 'Say what helped against a failure, if that is sure enough',
      similar: 'Find what failed like this before, and what fixed it',
      patterns: 'Show what fails again and again, and how well fixes work',
      unresolved: 'List what failed and was not solved, newest first',
      remember: 'Tell of a failure and what was done about it',
    },
  },
  {
    title: 'Go on',
    commands: {
      resume: 'Tell what you need to know to go on with a session',
      handoff: 'Write the first prompt for another agent to go on',
    },
  },
  {
    title: 'What works',
    commands: {
      skills: 'Show which skills, commands, sub-agents and MCP tools work',
      recommend: 'Find skills that were used for a need like this one',
    },
  },
  {
    title: 'Keep and give back',
    commands: {
      export: 'Write a session out for other programs, or draw it; redacted',
      restore: "Write a session's files back, byte for byte",
      backup: 'Copy the whole archive to a file',
      db: 'Look after the archive, or bring it into a database of a team',
      evict: "Let go of old sessions' bytes and keep what was learned from them",
      forget: 'Remove sessions from the archive for good',
      rebuild: 'Make everything derived again from the archived bytes',
    },
  },
  {
    title: 'stemma itself',
    commands: {
      doctor: 'Examine the archive and its sources, to paste into an issue',
      embed: 'Show how alike texts are, or their vectors',
      completion: 'Print a completion script for your shell',
      help: 'List the commands, or explain one',
      version: 'Say which stemma, Node and SQLite this is',
    },
  },
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
    overview.map(async ({ title, commands }) => ({
      title,
      commands: await Promise.all(Object.keys(commands).map(loadCommand)),
    })),
  );
}
