import { isObject, list, object, text, time } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { GeminiContext } from './record-context.ts';
import { partsOf } from './record.ts';
import type { Rec } from './record.ts';
import { readShellReport } from './shell-report.ts';

type Status = NonNullable<Extract<What, { is: 'result' }>['status']>;

/**
 * How a call ended, and when. A failing command, and a sub-agent that gave up, are a `success` too: only the text shows
 * it.
 */
export function answered(context: GeminiContext, call: string, record: Rec): Status {
  const parts = partsOf(record['result']);
  const responses = parts
    .map((part) => part['functionResponse'])
    .filter(isObject)
    .map(({ response }) => object(response));
  const answer =
    [...responses.map(wordsOf), ...parts.map((part) => text(part['text']) ?? '')]
      .filter((one) => one !== '')
      .join('\n') || shown(record['resultDisplay']);
  const status = statusOf(
    record,
    responses.some((response) => 'error' in response),
    answer,
  );
  const report = readShellReport(answer);
  const output = status === 'interrupted' ? cutShort(record['resultDisplay'], answer) : (report?.output ?? answer);
  // An interrupted or skipped call has no exit code of its own.
  const exitCode = status === 'ok' || status === 'failed' ? report?.exitCode : undefined;
  const key = `${call}:result`;
  const what = { is: 'result', call, output, ...(exitCode === undefined ? {} : { exitCode }), status } as const;
  context.emit(key, what, { role: 'tool', parent: call, at: time(record['timestamp']) });
  context.memory.above = key;
  return status;
}

function wordsOf(response: Rec): string {
  return (
    text(response['output']) ??
    text(response['error']) ??
    (Object.keys(response).length > 0 ? JSON.stringify(response) : '')
  );
}

function statusOf({ status }: Rec, hasError: boolean, answer: string): Status {
  if (isDenial(answer)) return 'denied';
  if (status === 'cancelled') return 'interrupted';
  if (status === 'error' || (status === undefined && hasError)) return 'failed';
  const ending =
    /^(?:<untrusted_context>\n)?Command (moved to background|is running in background|was automatically cancelled because it exceeded|was cancelled by user)/.exec(
      answer,
    )?.[1];
  if (ending?.endsWith('background')) return 'running';
  if (ending !== undefined) return ending.endsWith('user') ? 'interrupted' : 'failed';
  // A sub-agent that reached its goal states it; it may also have been stopped, or have given up.
  const end = /^Subagent [^\n]{1,200} finished\.\nTermination Reason: (\w+)/.exec(answer)?.[1];
  if (end === 'ABORTED') return 'interrupted';
  return end === undefined || end === 'GOAL' ? 'ok' : 'failed';
}

function isDenial(answer: string): boolean {
  return /^(?:\[Operation Cancelled\] Reason: User (?:did not allow|denied)|Tool execution (?:for "[^"\n]{1,200}" )?denied by)/.test(
    answer,
  );
}

/** The result only states that it was cancelled; the output until then is in the display. */
function cutShort(display: unknown, answer: string): string {
  const before = shown(display).trimEnd();
  return before === '' || before === answer ? answer : `${before}\n${answer}`;
}

/** What the screen showed: a text, or the lines of a terminal. */
function shown(display: unknown): string {
  if (typeof display === 'string') return display;
  return list(display)
    .map((line) =>
      list(line)
        .map((token) => text(object(token)['text']) ?? '')
        .join('')
        .trimEnd(),
    )
    .join('\n');
}
