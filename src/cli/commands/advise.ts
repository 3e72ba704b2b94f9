import { sessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { isObject } from '../../platform/parse-records.ts';
import { defineCommand } from '../line/command.ts';
import type { Run } from '../run.ts';
import { parseJson } from '../../platform/parse-json.ts';

export const adviseCommand = defineCommand({
  details:
    'Prints the advice that the hooks of `stemma install` give an agent after a failed call. TEXT is the output of the ' +
    'failed command. Without TEXT, standard input is read: plain output, or JSON {"tool", "input", "output", "cwd", ' +
    '"exit_code", "session"}, of which only `output` is required. Most failures have no advice: then nothing is printed ' +
    'and the exit code is 0. `stemma similar` shows every similar failure, whatever its confidence.',
  positionals: [{ name: 'text', summary: 'Output of the failed command', optional: true, many: true }],
  flags: {
    command: {
      type: 'text',
      placeholder: 'LINE',
      summary: 'The command that failed; the fix is then adapted to it',
    },
  },
  examples: [
    {
      line: `stemma advise "error: unrecognized subcommand 'bun'" --command "mise bun test"`,
      says: 'show what worked instead',
    },
    { line: 'stemma advise < output.txt', says: 'advice for saved output' },
    { line: 'stemma advise --json < call.json', says: 'for another agent or tool' },
  ],
  async run(run, { args, flags }) {
    const { askAdvice } = await import('../../live/advice/ask-advice.ts');
    const { tool, input, output, cwd, session, exitCode } =
      args.length > 0 ? ofText(args.join(' '), flags.command) : await fromInput(run, flags.command);
    await using store = await run.openArchive();
    const { memoryOf } = await import('../question-context.ts');
    const answer = await askAdvice(await memoryOf(run, store.read), {
      session: sessionUid('manual', session ?? 'unknown'),
      tool,
      input,
      output,
      cwd: cwd ?? process.cwd(),
      // The caller says that it failed.
      exitCode: exitCode ?? 1,
      status: undefined,
      at: run.now,
    });
    await run.answer(answer, () => (answer.advice ? `${answer.advice.text}\n` : ''));
  },
});

interface FailedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly output: string;
  readonly cwd?: string;
  readonly session?: string;
  readonly exitCode?: number;
}

function ofText(output: string, command = ''): FailedCall {
  return { tool: 'Bash', input: { command }, output };
}

async function fromInput({ app }: Run, command: string | undefined): Promise<FailedCall> {
  if (!app.input)
    throw new StemmaError('bad-argument', 'advise needs TEXT, or what was printed on standard input.', {
      hint: '`stemma help advise` shows both.',
    });
  const said = await app.input();
  const value = parsed(said);
  if (!value) return ofText(said, command);
  const { tool = 'Bash', input = { command: command ?? '' }, output, cwd, session, exit_code: exitCode } = value;
  if (typeof output !== 'string' || typeof tool !== 'string') {
    throw new StemmaError('bad-argument', 'What was read from standard input has no text `output`.', {
      hint: 'Give what the failed call printed: {"tool": "Bash", "input": {"command": "npm test"}, "output": "…"}.',
    });
  }
  return {
    tool,
    input: typeof input === 'string' ? { command: input } : input,
    output,
    ...(typeof cwd === 'string' && { cwd }),
    ...(typeof session === 'string' && { session }),
    ...(typeof exitCode === 'number' && { exitCode }),
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
