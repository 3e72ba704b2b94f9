import { origins } from '../../model/words.ts';
import type { Kind } from '../../model/words.ts';
import { number, text } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { kindOf, shortName, textOf } from './record.ts';
import type { SdkRecord } from './record.ts';

/** The model's kind of a record. A free term without a kind is a lifecycle event of that type: it claims nothing. */
export function whatOf(record: SdkRecord, isScope: boolean): What {
  const type = shortName(record['type']) ?? 'event';
  const tool = shortName(record['tool']);
  const kind = kindOf(record);
  const input = record['payload'] ?? null;
  if (isScope || (kind === undefined ? tool !== undefined : callKinds.has(kind)))
    return { is: 'call', tool: tool ?? type, input };
  const words = text(record['text']) ?? textOf(record['payload'], record['cut']) ?? '';
  switch (kind) {
    case 'user_msg':
      return { is: 'prompt', text: words, origin: origins.find((origin) => origin === record['origin']) ?? 'human' };
    case 'assistant_msg':
      return { is: 'message', text: words };
    case 'thinking':
      return { is: 'thinking', text: words };
    case 'error':
      return { is: 'failure', type, text: words };
    case 'human_intervention':
      return { is: 'intervention', type, text: words };
    case 'decision':
    case 'completion':
      return { is: kind, type, text: words };
    case undefined:
      if (record['failed'] === true) return { is: 'failure', type, text: words };
      return record['tokens'] === undefined ? { is: 'lifecycle', type, text: words } : { is: 'message', text: words };
    default:
      return { is: 'lifecycle', type, text: words };
  }
}

/** Kinds that become calls. `normalise/` decides which. */
const callKinds: ReadonlySet<Kind> = new Set(['tool_call', 'test_run', 'edit', 'retry']);

export function isCall(what: What): what is Extract<What, { is: 'call' }> {
  return what.is === 'call';
}

/** How a call ended. One that nobody ended was interrupted: it is not known to have succeeded. */
export function resultOf(record: SdkRecord, call: string): What {
  const output = textOf(record['output'], record['outputCut']) ?? '';
  const exitCode = number(record['exitCode']);
  const status = record['failed'] === true ? 'failed' : record['unfinished'] === true ? 'interrupted' : 'ok';
  return { is: 'result', call, output, status, ...(exitCode !== undefined && { exitCode }) };
}
