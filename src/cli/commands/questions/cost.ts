import { cost } from '../../../ask/cost/question.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Command } from '../../line/command.ts';
import { aboutOf, flagsOf, inputOf, positionalsOf } from '../../question-command.ts';
import { questionContext } from '../../question-context.ts';
import { costExamples } from '../../render/history/cost.ts';

export const costCommand: Command = {
  ...aboutOf(
    cost,
    'With --check the exit code is 1 when the budget of config.json is over, with --max-usd when the total of the answer is.',
  ),
  positionals: positionalsOf(cost),
  flags: {
    ...flagsOf(cost),
    check: { type: 'flag', summary: 'Exit code 1 when more was spent than the budget allows' },
    'max-usd': {
      type: 'number',
      min: 0,
      placeholder: 'USD',
      summary: 'Exit code 1 when the total is higher than this',
    },
  },
  examples: costExamples,
  async run(run, words) {
    const input = inputOf(cost, words, run);
    const { check, 'max-usd': max } = words.flags as { readonly check?: boolean; readonly 'max-usd'?: number };
    await using store = await run.openArchive();
    const answer = await cost.run(await questionContext(run, store.read), input);
    if (check && answer.budget === null)
      throw new StemmaError('bad-argument', '--check found no budget to compare with.', {
        hint: 'Set "budget": {"usd": 200, "per": "month"} in config.json, or use --max-usd. A budget is for all sessions.',
      });
    const { renderCost } = await import('../../render/history/cost.ts');
    await run.answer(answer, () => renderCost(answer, { ...run, cwd: null }));
    const total = answer.total.usd ?? 0;
    const isOver = (check && answer.budget?.state === 'over') || (max !== undefined && total > max);
    if (max !== undefined && total > max) run.say(`The total is higher than --max-usd ${max}.`);
    return isOver ? 1 : 0;
  },
};
