import { sessions } from '../../ask/sessions/sessions.ts';
import { outcomes } from '../../model/words.ts';
import type { SessionFilter } from '../../store/store.ts';
import { defineCommand } from '../line/command.ts';
import { renderSessions } from '../render/history/sessions.ts';
import { repoNamed } from '../settings/repo-named.ts';
import { sourceName } from '../settings/source-name.ts';
import { afterFlag, limitFlag, sinceFlag } from './shared.ts';

export const sessionsCommand = defineCommand({
  name: 'sessions',
  summary: 'List sessions, newest first',
  details:
    'Text shows the sessions people started; sub-agents, forks and resumes of a session that is here are in `stemma tree`, ' +
    'or listed with --all. JSON lists all of them.',
  positionals: [],
  flags: {
    agent: {
      type: 'text',
      placeholder: 'NAME',
      completes: 'agents',
      summary: 'Only of this agent, such as claude-code or codex',
    },
    repo: { type: 'text', placeholder: 'REPO', summary: 'Only of this repository, by name or by path' },
    since: sinceFlag,
    failed: { type: 'flag', summary: 'Only sessions in which something failed' },
    outcome: {
      type: 'choice',
      placeholder: 'OUTCOME',
      choices: outcomes,
      summary: 'Only sessions that ended so: success, failed, abandoned or unknown',
    },
    all: { type: 'flag', summary: 'Sub-agents, forks, resumes and empty sessions too' },
    workspace: { type: 'text', placeholder: 'NAME', summary: 'Only of this workspace' },
    after: afterFlag,
    limit: limitFlag('At most this many (20; 200 with --json)'),
  },
  examples: [
    { line: 'stemma sessions', says: 'the last twenty' },
    { line: 'stemma sessions --agent codex --since 7d --failed', says: "Codex's failures of the week" },
    { line: 'stemma sessions --outcome abandoned --repo shop', says: 'what was begun there and not ended' },
    { line: 'stemma sessions --json --limit 100000', says: 'all there are, for a program' },
  ],
  async run(run, { flags }) {
    await using store = await run.openArchive();
    const { json } = run.settings;
    const filter: SessionFilter = {
      ...(flags.agent ? { source: await sourceName(run.app, flags.agent) } : {}),
      ...(flags.repo ? { repo: repoNamed(flags.repo) } : {}),
      ...(flags.since === undefined ? {} : { since: flags.since }),
      ...(flags.failed ? { failed: true } : {}),
      ...(flags.outcome ? { outcome: flags.outcome } : {}),
      ...(flags.workspace ? { workspace: flags.workspace } : {}),
      ...(json || flags.all ? {} : { topLevel: true, notEmpty: true }),
    };
    const answer = await sessions(store.read, filter, {
      limit: flags.limit ?? (json ? 200 : 20),
      after: flags.after ?? 0,
    });
    await run.answer(answer, () => renderSessions(answer, run));
  },
});
