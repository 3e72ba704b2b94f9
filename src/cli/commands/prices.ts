import { defineCommand } from '../line/command.ts';
import { StemmaError } from '../../model/stemma-error.ts';

export const pricesCommand = defineCommand({
  details:
    "Lists the prices that `stemma cost` counts with, and when they were looked up. --from takes newer ones from a file, into prices.json in stemma's home, where they win over those that come with stemma: " +
    "a file of that form, or LiteLLM's model_prices_and_context_window.json. Nothing is fetched from a network.",
  positionals: [{ name: 'model', summary: 'Only models whose name has this', optional: true }],
  flags: {
    from: { type: 'text', placeholder: 'FILE', summary: 'Take the prices from this file' },
    'dry-run': { type: 'flag', summary: '--from: only count what would change' },
    reset: { type: 'flag', summary: 'Remove prices.json again' },
  },
  examples: [
    { line: 'stemma prices opus', says: 'what these models cost' },
    { line: 'stemma prices --from model_prices_and_context_window.json', says: "newer prices, from LiteLLM's table" },
    { line: 'stemma prices --reset', says: 'those that come with stemma' },
  ],
  async run(run, { args: [model], flags }) {
    const { listPrices, resetPrices, takePrices } = await import('../runs/prices-run.ts');
    if (flags.from !== undefined && flags.reset)
      throw new StemmaError('bad-argument', '--from and --reset do not go together.', {
        hint: 'Leave out one of them.',
      });
    if (flags.reset) return resetPrices(run);
    return flags.from === undefined ? listPrices(run, model) : takePrices(run, flags.from, flags['dry-run']);
  },
});
