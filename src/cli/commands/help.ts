import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { renderHelp, renderOverview } from '../line/help.ts';
import { nearest } from '../../platform/nearest.ts';
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
    const meant = nearest(verb, verbs);
    throw new StemmaError('bad-argument', `There is no command "${verb}"${meant ? `; did you mean ${meant}?` : '.'}`, {
      hint: '`stemma help` lists the commands.',
    });
  },
});
