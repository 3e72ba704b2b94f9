import type { CostOptions } from '../../ask/cost/cost.ts';
import { costGroups } from '../../ask/cost/groups.ts';
import { defineCommand } from '../line/command.ts';
import { repoNamed } from '../settings/repo-named.ts';
import { sourceName } from '../settings/source-name.ts';
import { afterFlag, agentFlag, limitFlag, repoFlag, sinceFlag } from './shared.ts';

export const costCommand = defineCommand({
  name: 'cost',
  summary: 'Count tokens, money and time, by session, model, day and more',
  details:
    'Money is what the agent recorded or, where it recorded none, list prices times tokens; a model without a price is said, never guessed. ' +
    "What forks and resumes copied is counted once. Your own prices go into prices.json in stemma's home: see docs/cost.md.",
  positionals: [
    { name: 'session', summary: 'Session id, or the beginning of one; all sessions when absent', optional: true },
  ],
  flags: {
    by: {
      type: 'choice',
      placeholder: 'GROUP',
      choices: costGroups,
      summary: 'One line for each of these; by model when absent, a session by session',
    },
    agent: agentFlag,
    repo: repoFlag,
    since: sinceFlag,
    limit: limitFlag('Show at most this many lines; 30 when absent'),
    after: afterFlag,
  },
  examples: [
    { line: 'stemma cost', says: 'everything, by model' },
    { line: 'stemma cost latest', says: 'the newest session, its sub-agents one by one' },
    { line: 'stemma cost --by day --since 30d', says: 'a month, day by day' },
    { line: 'stemma cost --by repo --agent codex --json', says: 'what Codex cost where, for a program' },
  ],
  async run(run, { args, flags }) {
    const { cost, costOf } = await import('../../ask/cost/cost.ts');
    const { loadPrices } = await import('../../ask/cost/load-prices.ts');
    const { renderCost } = await import('../render/history/cost.ts');
    await using store = await run.openArchive();
    const prices = loadPrices(run.settings.base);
    const options: CostOptions = {
      ...(flags.by ? { by: flags.by } : {}),
      ...(flags.agent ? { source: await sourceName(run.app, flags.agent) } : {}),
      ...(flags.repo ? { repo: repoNamed(flags.repo) } : {}),
      ...(flags.since === undefined ? {} : { since: flags.since }),
      ...(flags.limit === undefined ? {} : { limit: flags.limit }),
      ...(flags.after === undefined ? {} : { after: flags.after }),
    };
    if (args[0] === undefined) {
      const answer = await cost(store.read, options, prices);
      return run.answer(answer, () => renderCost(answer, run));
    }
    const { findSession } = await import('../../ask/find/find-session.ts');
    const answer = await costOf(store.read, await findSession(store.read, args[0]), options, prices);
    await run.answer(answer, () => renderCost(answer, run));
  },
});
