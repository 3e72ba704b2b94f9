import type { What } from '../../model/draft.ts';
import type { CallEnding } from '../../model/event-facts.ts';
import { errorLines } from './error-line.ts';
import { isRefusal } from './failure.ts';
import { plain } from '../text/one-line.ts';
import { readOutput } from './output.ts';
import { twoEnds } from '../text/two-ends.ts';

/** `failed` and `summary` as the normaliser gave them. */
export function endingOf(result: Extract<What, { is: 'result' }>, failed: boolean, summary: string): CallEnding {
  const { body, exitCode } = readOutput(result.output);
  const ended = howItEnded(result, failed, body, result.exitCode ?? exitCode);
  const output = ended === 'ok' ? body.slice(0, keptOfSuccess) : plain(twoEnds(body));
  const isFailure = ended !== 'ok' && ended !== 'answered';
  return {
    ended,
    reason: isFailure ? summary : '',
    errorLines: isFailure ? errorLines(output, maxErrorLines) : [],
    output,
  };
}

const maxErrorLines = 40;
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
