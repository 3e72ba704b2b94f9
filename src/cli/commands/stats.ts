import { findSession } from '../../ask/find/find-session.ts';
import type { SessionFilter } from '../../store/store.ts';
import { defineCommand } from '../line/command.ts';
import { repoNamed } from '../settings/repo-named.ts';
import { sourceName } from '../settings/source-name.ts';
import { sinceFlag } from './shared.ts';

export const statsCommand = defineCommand({
  name: 'stats',
  summary: 'Count what happened, and how much of it has known causes',
  details:
    'Of one session, or of all, by agent: steps, failures, retries, checks, edits, time in tools and in the model, and the causes ' +
    'that are recorded or inferred. A sub-agent is a session of its own. What an agent does not record is not counted.',
  positionals: [
    { name: 'session', summary: 'Session id, or the beginning of one; all sessions when absent', optional: true },
  ],
  flags: {
    agent: {
      type: 'text',
      placeholder: 'NAME',
      completes: 'agents',
      summary: 'Only of this agent, such as claude-code or codex',
    },
    repo: { type: 'text', placeholder: 'REPO', summary: 'Only of this repository, by name or by path' },
    since: sinceFlag,
  },
  examples: [
    { line: 'stemma stats', says: 'the whole archive, by agent' },
    { line: 'stemma stats latest', says: 'the newest session' },
    { line: 'stemma stats --repo shop --since 30d --json', says: 'a month of one repository, for a program' },
  ],
  async run(run, { args, flags }) {
    // Loaded when it is needed: help names every command.
    const { stats, statsOf } = await import('../../ask/stats/stats.ts');
    const { renderStats } = await import('../render/history/stats.ts');
    await using store = await run.openArchive();
    const filter: SessionFilter = {
      ...(flags.agent ? { source: await sourceName(run.app, flags.agent) } : {}),
      ...(flags.repo ? { repo: repoNamed(flags.repo) } : {}),
      ...(flags.since === undefined ? {} : { since: flags.since }),
    };
    const answer =
      args[0] === undefined
        ? await stats(store.read, filter)
        : await statsOf(store.read, await findSession(store.read, args[0]));
    await run.answer(answer, () => renderStats(answer, run));
  },
});
