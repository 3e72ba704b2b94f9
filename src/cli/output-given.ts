import { StemmaError } from '../model/stemma-error.ts';
import type { Run } from './run.ts';

/**
 * The error output a command is about: its arguments, else what comes on standard input. `word` is what its usage
 * calls it.
 */
export async function outputGiven(
  { app }: Run,
  args: readonly string[],
  command: string,
  word: string,
): Promise<string> {
  if (args.length > 0) return args.join(' ');
  const said = await app.input?.();
  if (said?.trim()) return said;
  throw new StemmaError(
    'bad-argument',
    said === undefined
      ? `${command} needs ${word}, or an error output on standard input.`
      : 'What came on standard input is empty.',
    {
      hint: `Such as \`npm test 2>&1 | stemma ${command}\`; \`stemma help ${command}\` shows more.`,
    },
  );
}
