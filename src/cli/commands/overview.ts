import { defineCommand } from '../line/command.ts';
import { repoNamed } from '../settings/repo-named.ts';
import { sourceName } from '../settings/source-name.ts';
import { agentFlag, repoFlag } from './shared.ts';

export const overviewCommand = defineCommand({
  name: 'overview',
  summary: 'Show the last days at a glance, against as many before them',
  details:
    'How much was done and how it ended, what it cost and where, what fails since these days and what no longer does. Days are UTC, today among them, and the ' +
    'days before are counted up to the same time of day. Sessions count to the day they were last active, tokens and money to when they were used.',
  positionals: [],
  flags: {
    days: { type: 'integer', min: 1, placeholder: 'N', summary: 'So many days, 366 at most; 7 when absent' },
    agent: agentFlag,
    repo: repoFlag,
  },
  examples: [
    { line: 'stemma overview', says: 'this week' },
    { line: 'stemma overview --days 30 --repo shop', says: 'a month in one repository' },
    { line: 'stemma overview --days 1 --json', says: 'today, for a program' },
  ],
  async run(run, { flags }) {
    const { overview } = await import('../../ask/overview/overview.ts');
    const { loadPrices } = await import('../../ask/cost/load-prices.ts');
    const { renderOverview } = await import('../render/history/overview.ts');
    await using store = await run.openArchive();
    const options = {
      now: run.now,
      ...(flags.days === undefined ? {} : { days: flags.days }),
      ...(flags.agent ? { source: await sourceName(run.app, flags.agent) } : {}),
      ...(flags.repo ? { repo: repoNamed(flags.repo) } : {}),
    };
    const answer = await overview(store.read, options, loadPrices(run.settings.base));
    await run.answer(answer, () => renderOverview(answer, run));
  },
});
