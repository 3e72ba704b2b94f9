import { StemmaError } from '../model/stemma-error.ts';
import type { Run } from './run.ts';

/** The text a command is about: its arguments or standard input. `name` is the argument's name in the usage line. */
export async function readTextArgument(
  { app }: Run,
  args: readonly string[],
  command: string,
  name: string,
): Promise<string> {
  if (args.length > 0) return args.join(' ');
  const text = await app.input?.();
  if (text?.trim()) return text;
  throw new StemmaError(
    'bad-argument',
    text === undefined ? `${command} needs ${name}, or error output on standard input.` : 'Standard input is empty.',
    {
      hint: `For example \`npm test 2>&1 | stemma ${command}\`; \`stemma help ${command}\` shows more.`,
    },
  );
}
