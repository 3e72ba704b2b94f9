import { session as sessionQuestion } from '../../ask/sessions/session-question.ts';
import { defineCommand } from '../line/command.ts';
import { positionalsOf } from '../question-command.ts';

export const showCommand = defineCommand({
  details:
    'Shows the conversation as people read it: prompts, what the agent said, each call in a line with what it changed, ' +
    'and the beginning of what came back. In a terminal it opens in the pager that PAGER names (less). `stemma timeline` ' +
    'lists events with their ids; `stemma export --format transcript` writes a page.',
  positionals: positionalsOf(sessionQuestion),
  flags: {
    full: { type: 'flag', summary: 'Whole inputs and outputs, not only their first lines' },
    thinking: { type: 'flag', summary: "With the agent's thoughts" },
    'no-pager': { type: 'flag', summary: 'Print it at once' },
  },
  examples: [
    { line: 'stemma show', says: 'the newest session' },
    { line: 'stemma show claude:3f2a --full', says: 'with all that was printed' },
    { line: 'stemma show codex:0199 --no-pager | grep -n TODO', says: 'to look for something' },
  ],
  async run(run, { args: [name], flags }) {
    const { showRun } = await import('../runs/show-run.ts');
    return showRun(run, name, flags);
  },
});
