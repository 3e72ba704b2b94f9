import { session as sessionQuestion } from '../../ask/sessions/session-question.ts';
import { defineCommand } from '../line/command.ts';
import { positionalsOf } from '../question-command.ts';

export const openCommand = defineCommand({
  details:
    "Prints the command with which the session's own agent continues it, and the folder it belongs in; --run runs it there. " +
    'A sub-agent is reopened with the session that started it. When the agent has deleted the transcript, --restore writes ' +
    'it back from the archive first, byte for byte; nothing is written over. What follows -- is added to the command.',
  positionals: [
    ...positionalsOf(sessionQuestion),
    { name: 'argument', summary: "More arguments for the agent's program, after --", optional: true, many: true },
  ],
  flags: {
    run: { type: 'flag', summary: 'Run it, in the folder of the session' },
    restore: { type: 'flag', summary: 'Write files back that the agent has deleted' },
  },
  examples: [
    { line: 'stemma open claude:3f2a', says: 'the command that continues it' },
    { line: 'stemma open latest --run', says: 'go on where you were' },
    { line: 'stemma open codex:0199 --restore --run', says: 'also after its transcript was deleted' },
    { line: 'stemma open claude:3f2a --run -- --model opus', says: 'with an argument for the agent' },
  ],
  async run(run, { args: [name, ...more], flags }) {
    const { openRun } = await import('../runs/open-run.ts');
    return openRun(run, name, more, flags);
  },
});
