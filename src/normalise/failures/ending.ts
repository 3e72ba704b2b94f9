import type { What } from '../../model/draft.ts';
import { errorLines } from './error-line.ts';
import { isRefusal } from './failure.ts';
import { plain } from '../text/one-line.ts';
import { readOutput } from './output.ts';
import { twoEnds } from '../text/two-ends.ts';

/** How a call ended, and what it said when it did not end well. */
export interface CallEnding {
  readonly ended: 'ok' | 'failed' | 'answered' | 'denied' | 'interrupted';
  /** The one line that says why; '' when nothing does, or when all went well. */
  readonly reason: string;
  /** Lines that say what is wrong, most telling first. */
  readonly complaints: readonly string[];
  /** Of what failed both ends; of what went well the beginning. */
  readonly output: string;
}

/** `failed` and `summary` as the normaliser gave them. */
export function endingOf(result: Extract<What, { is: 'result' }>, failed: boolean, summary: string): CallEnding {
  const { body, exitCode } = readOutput(result.output);
  const ended = howItEnded(result, failed, body, result.exitCode ?? exitCode);
  const output = ended === 'ok' ? body.slice(0, keptOfSuccess) : plain(twoEnds(body));
  const isFailure = ended !== 'ok' && ended !== 'answered';
  return {
    ended,
    reason: isFailure ? summary : '',
    complaints: isFailure ? errorLines(output, mostComplaints) : [],
    output,
  };
}

const mostComplaints = 40;
const keptOfSuccess = 4000;

function howItEnded(
  { status }: Extract<What, { is: 'result' }>,
  failed: boolean,
  body: string,
  exitCode: number | undefined,
): CallEnding['ended'] {
  if (!failed) return (exitCode ?? 0) !== 0 || status === 'failed' ? 'answered' : 'ok';
  if (status === 'interrupted') return 'interrupted';
  return status === 'denied' || isRefusal(body) ? 'denied' : 'failed';
}
