import { defineCommand } from '../line/command.ts';
import { renderHelp, renderOverview } from '../line/help.ts';
import { loadCommand, overview, verbs } from './table.ts';

export const helpCommand = defineCommand({
  positionals: [{ name: 'command', summary: 'The command to explain', optional: true }],
  flags: {},
  examples: [{ line: 'stemma help why', says: 'the same as `stemma why --help`' }],
  async run(run, { args: [verb] }) {
    if (verb === undefined) {
      const groups = overview();
      const data = groups.map(({ title, commands }) => ({
        title,
        commands: Object.entries(commands).map(([name, summary]) => ({ name, summary })),
      }));
      return run.answer({ groups: data }, () => renderOverview(groups, run));
    }
    if (verbs.includes(verb)) {
      const command = await loadCommand(verb);
      return run.answer(command, () => renderHelp(command, run));
    }
    throw (await import('../unknown-command.ts')).unknownCommand(verb);
  },
});
