import type { CallEnding, Ending } from '../../model/event-facts.ts';
import type { DetectedBy } from '../../model/words.ts';
import { errorLines, keyLines } from './error-line.ts';
import { failedText } from './failed-text.ts';

/** What the normaliser found out about a result. */
export interface NormalResult {
  readonly ended: Ending;
  readonly detectedBy: DetectedBy | null;
  readonly foreseen?: true;
  readonly summary: string;
  /** The tool's own output. */
  readonly output: string;
}

export function endingOf({ ended, detectedBy, foreseen, summary, output: body }: NormalResult): CallEnding {
  const output = ended === 'ok' ? body.slice(0, keptOfSuccess) : failedText(body);
  const isFailure = ended !== 'ok' && ended !== 'answered';
  return {
    ended,
    detectedBy,
    ...(foreseen && { foreseen }),
    reason: isFailure || (ended === 'answered' && body.trim() === '') ? summary : '',
    errorLines: isFailure ? errorLines(output, maxErrorLines) : [],
    keyLines: isFailure ? keyLines(output, maxKeyLines) : [],
    output,
  };
}

const maxErrorLines = 40;
const maxKeyLines = 6;
const keptOfSuccess = 4000;
