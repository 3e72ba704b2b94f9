import { origins } from '../../model/words.ts';
import type { Kind } from '../../model/words.ts';
import { number, object, text } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { kindOfTerm } from './logged-terms.ts';
import { kindOf, shortName, textOf, wordsOf } from './record.ts';
import type { SdkRecord } from './record.ts';

/** What a record says happened. A term that says nothing about its kind is a lifecycle event of that type. */
export function whatOf(record: SdkRecord, isScope: boolean): What {
  const type = shortName(record['type']) ?? 'event';
  const tool = shortName(record['tool']);
  const kind = isScope ? 'tool_call' : (kindOf(record) ?? impliedKind(record, type));
  const input = record['payload'] ?? null;
  if (kind !== undefined && callKinds.has(kind))
    return { is: 'call', tool: tool ?? (isScope ? type : (toolNamedIn(input) ?? type)), input };
  const words = text(record['text']) ?? wordsOf(record['payload'], record['cut']) ?? '';
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
    default:
      return { is: 'lifecycle', type, text: words };
  }
}

function impliedKind(record: SdkRecord, type: string): Kind | undefined {
  if (record['tool'] !== undefined) return 'tool_call';
  if (record['failed'] === true) return 'error';
  return record['tokens'] === undefined ? kindOfTerm(type) : 'assistant_msg';
}

/** Where a call is logged as `tool_use` without a `tool`, its payload usually names it. */
function toolNamedIn(payload: unknown): string | undefined {
  const { tool, tool_name: toolName, name } = object(payload);
  return shortName(tool) ?? shortName(toolName) ?? shortName(name);
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
