import { kebabCase } from '../../ask/question/names.ts';
import type { Question } from '../../ask/question/question.ts';
import { questions, streams } from '../../ask/questions.ts';
import type { Command, CommandBody } from '../line/command.ts';
import type { CommandGroup, OverviewGroup } from '../line/help.ts';
import { jsonRenderer, questionCommand } from '../question-command.ts';
import type { QuestionRenderer } from '../render/renderer.ts';
import { renderers, withoutCommand } from '../render/table.ts';

interface Entry {
  readonly summary: string;
  /** Commands are loaded on demand, so that one does not load the code of the others. */
  readonly load: () => Promise<CommandBody>;
}

/** Commands that are more than one question. */
const own: Readonly<Record<string, Entry>> = {
  start: {
    summary: 'Read everything on this machine and show what was found',
    load: async () => (await import('./start.ts')).startCommand,
  },
  demo: {
    summary: 'Look around in a small built-in history',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  ingest: {
    summary: 'Read what is new, on this machine or in the files named',
    load: async () => (await import('./ingest.ts')).ingestCommand,
  },
  serve: {
    summary: 'Show it all in the browser, live: sessions, causes, failures',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  server: {
    summary: 'Serve a team: many machines push, everybody asks',
    load: async () => (await import('./server.ts')).serverCommand,
  },
  token: {
    summary: "Make, list and revoke the tokens of this machine's server",
    load: async () => (await import('./token.ts')).tokenCommand,
  },
  workspace: {
    summary: "Make, list and delete the workspaces of this machine's server",
    load: async () => (await import('./workspace.ts')).workspaceCommand,
  },
  audit: {
    summary: 'Show who did what at the server of this machine',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  watch: {
    summary: 'Follow every agent as it works, and show what happens',
    load: async () => (await import('./watch.ts')).watchCommand,
  },
  run: {
    summary: 'Run a program, and record what it edits, runs and commits',
    load: async () => (await import('./run.ts')).runCommand,
  },
  install: {
    summary: 'Connect agents: hooks that record and advise, and the MCP server',
    load: async () => (await import('./install.ts')).installCommand,
  },
  statusline: {
    summary: 'Print cost, block and budget as one line, for a status line',
    load: async () => (await import('./statusline.ts')).statuslineCommand,
  },
  uninstall: {
    summary: 'Remove hooks and MCP server again, to the byte',
    load: async () => (await import('./uninstall.ts')).uninstallCommand,
  },
  mcp: {
    summary: 'Serve agents over MCP: what happened, why, and known fixes',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  graph: {
    summary: questions.graph.summary,
    load: async () => (await import('./questions/graph.ts')).graphCommand,
  },
  show: {
    summary: 'Read a session as a conversation',
    load: async () => (await import('./show.ts')).showCommand,
  },
  replay: {
    summary: streams.replay.summary,
    load: async () => (await import('./questions/replay.ts')).replayCommand,
  },
  cost: {
    summary: questions.cost.summary,
    load: async () => (await import('./questions/cost.ts')).costCommand,
  },
  event: {
    summary: questions.event.summary,
    load: async () => (await import('./questions/event.ts')).eventCommand,
  },
  errors: {
    summary: questions.errors.summary,
    load: async () => (await import('./questions/errors.ts')).errorsCommand,
  },
  similar: {
    summary: questions.similar.summary,
    load: async () => (await import('./questions/similar.ts')).similarCommand,
  },
  login: {
    summary: "Log in to a team's server",
    load: async () => (await import('./login.ts')).loginCommand,
  },
  logout: {
    summary: "Remove the token of a team's server from this machine",
    load: async () => (await import('./logout.ts')).logoutCommand,
  },
  share: {
    summary: 'List or choose the repositories that are sent to the server',
    load: async () => (await import('./share.ts')).shareCommand,
  },
  push: {
    summary: 'Send what is new to the server, redacted',
    load: async () => (await import('./push.ts')).pushCommand,
  },
  pull: {
    summary: "Bring the team's known fixes and skills here, for use offline",
    load: async () => (await import('./pull.ts')).pullCommand,
  },
  judge: {
    summary: 'Ask a model of yours to judge a session: causes, failures, outcome',
    load: async () => (await import('./judge.ts')).judgeCommand,
  },
  remember: {
    summary: 'Record a failure and what was done about it',
    load: async () => (await import('./remember.ts')).rememberCommand,
  },
  advise: {
    summary: 'Print the known fix for a failure, if it is certain enough',
    load: async () => (await import('./advise.ts')).adviseCommand,
  },
  embed: {
    summary: 'Show how similar texts are, or their vectors',
    load: async () => (await import('./embed.ts')).embedCommand,
  },
  model: {
    summary: 'Add or remove a model that finds more by meaning',
    load: async () => (await import('./model.ts')).modelCommand,
  },
  prices: {
    summary: 'List the prices of models, or take newer ones from a file',
    load: async () => (await import('./prices.ts')).pricesCommand,
  },
  skills: {
    summary: questions.usedSkills.summary,
    load: async () => (await import('./questions/skills.ts')).skillsCommand,
  },
  open: {
    summary: 'Continue a session in its own agent, restored if it is gone',
    load: async () => (await import('./open.ts')).openCommand,
  },
  export: {
    summary: streams.export.summary,
    load: async () => (await import('./questions/export.ts')).exportCommand,
  },
  forward: {
    summary: 'Send sessions as traces to Jaeger, Phoenix, Langfuse, Grafana',
    load: async () => (await import('./forward.ts')).forwardCommand,
  },
  restore: {
    summary: "Write a session's files back, byte for byte",
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  backup: {
    summary: 'Copy the whole archive to a file',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  db: {
    summary: "Maintain the archive, or copy it into a team's database",
    load: async () => (await import('./db.ts')).dbCommand,
  },
  forget: {
    summary: 'Remove sessions from the archive for good',
    load: async () => (await import('./forget.ts')).forgetCommand,
  },
  evict: {
    summary: "Remove old sessions' bytes and keep what was derived from them",
    load: async () => (await import('./evict.ts')).evictCommand,
  },
  rebuild: {
    summary: 'Derive everything again from the archived bytes',
    load: async () => (await import('./rebuild.ts')).rebuildCommand,
  },
  doctor: {
    summary: 'Examine the archive and its sources, to paste into an issue',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  completion: {
    summary: 'Print a completion script for your shell',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
  help: {
    summary: 'List the commands, or explain one',
    load: async () => (await import('./help.ts')).helpCommand,
  },
  version: {
    summary: 'Print the versions of stemma, Node and SQLite',
    load: async () => (await import('./version.ts')).versionCommand,
  },
};

/** The questions that have a command, by its name. */
const asked: Readonly<Record<string, Question>> = Object.fromEntries(
  Object.values(questions)
    .filter(({ name }) => !(name in own) && !withoutCommand.includes(name))
    .map((question) => [kebabCase(question.name), question as unknown as Question]),
);

/** What `stemma help` and docs/cli.md list, in the order a newcomer needs it. */
const groups: readonly { readonly title: string; readonly verbs: readonly string[] }[] = [
  { title: 'Begin', verbs: ['start', 'demo', 'ingest', 'serve', 'watch'] },
  { title: 'While agents run', verbs: ['run', 'install', 'uninstall', 'statusline', 'mcp'] },
  {
    title: 'What happened',
    verbs: [
      'overview',
      'sessions',
      'show',
      'timeline',
      'tree',
      'graph',
      'replay',
      'event',
      'parents',
      'children',
      'search',
      'digest',
      'stats',
      'performance',
      'cost',
      'prices',
    ],
  },
  {
    title: 'Why it happened',
    verbs: ['why', 'impact', 'roots', 'critical-path', 'failure', 'errors', 'compare', 'blame', 'judge'],
  },
  { title: 'What failed before', verbs: ['advise', 'similar', 'patterns', 'unresolved', 'remember'] },
  { title: 'Continue', verbs: ['open', 'resume', 'handoff'] },
  { title: 'What works', verbs: ['skills', 'recommend'] },
  {
    title: 'Keep and give back',
    verbs: ['export', 'forward', 'restore', 'backup', 'db', 'evict', 'forget', 'rebuild'],
  },
  { title: 'Share with a team', verbs: ['login', 'logout', 'share', 'push', 'pull'] },
  { title: 'Serve a team', verbs: ['server', 'token', 'workspace', 'audit'] },
  { title: 'stemma itself', verbs: ['doctor', 'model', 'embed', 'completion', 'help', 'version'] },
];

export const verbs: readonly string[] = [...Object.keys(own), ...Object.keys(asked)];

/** The groups, with an own group for each question that is in none of them. */
function allGroups(): typeof groups {
  const listed = new Set(groups.flatMap((group) => group.verbs));
  const others = verbs.filter((verb) => !listed.has(verb));
  return others.length === 0 ? groups : [...groups, { title: 'Other questions', verbs: others }];
}

/** Every command in one line, without loading any. */
export function overview(): readonly OverviewGroup[] {
  return allGroups().map(({ title, verbs: names }) => ({
    title,
    commands: Object.fromEntries(names.map((verb) => [verb, (own[verb] ?? asked[verb])!.summary])),
  }));
}

/** The command of a known verb. */
export async function loadCommand(verb: string): Promise<Command> {
  const entry = own[verb];
  if (entry) return { name: verb, summary: entry.summary, ...(await entry.load()) };
  const question = asked[verb];
  if (!question) throw new Error(`The table has no command "${verb}".`);
  const load = renderers[question.name as keyof typeof renderers] as (() => Promise<QuestionRenderer>) | undefined;
  return questionCommand(question, load ? await load() : jsonRenderer(question));
}

export async function loadGroups(): Promise<readonly CommandGroup[]> {
  return Promise.all(
    allGroups().map(async ({ title, verbs: names }) => ({
      title,
      commands: await Promise.all(names.map(loadCommand)),
    })),
  );
}
