import type { Ran } from '../../../live/run/run-program.ts';
import { plural } from '../../text/amount.ts';

/** One line when the program has ended. */
export function renderRun({ run, edits, commands, failedCommands, commits, ending }: Ran): string {
  const failed = failedCommands > 0 ? ` (${failedCommands} failed)` : '';
  const parts = [
    plural(edits, 'edit'),
    `${plural(commands, 'command')}${failed}`,
    ...(commits.size > 0 ? [plural(commits.size, 'commit')] : []),
  ];
  const end = ending.is === 'ended' && ending.signal ? `ended by ${ending.signal}` : `exit code ${ending.exitCode}`;
  return `run:${run}  ${parts.join(', ')}; ${end}`;
}
