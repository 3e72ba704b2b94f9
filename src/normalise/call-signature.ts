import { isObject } from '../platform/parse-records.ts';
import { pathsIn } from './call-input.ts';
import type { ParsedCall } from './parse-call.ts';
import { isShow } from './shell/programs.ts';

/**
 * Two calls with the same signature are the same attempt: the same programs with the same arguments, an edit of the
 * same files, a tool with the same input. Output options, timeouts and descriptions are not part of it.
 */
export function callSignature({ tool, input, act, commands }: ParsedCall): number {
  if (commands.length > 0)
    return hashOf(
      `run\0${commands
        .filter(({ words }) => !isShow(words))
        .map(({ words }) => words.join(' '))
        .join('\0')}`,
    );
  const paths = act === 'edit' ? pathsIn(input) : [];
  if (paths.length > 0) return hashOf(`edit\0${paths.join('\0')}`);
  return hashOf(`${tool}\0${essential(input)}`);
}

function essential(input: unknown): string {
  if (!isObject(input)) return typeof input === 'string' ? input : written(input);
  const fields = Object.keys(input)
    .filter((field) => !incidental.has(field))
    .toSorted();
  return fields.map((field) => `${field}=${written(input[field])}`).join('\0');
}

/** Input nested deeper than the stack is never called twice. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

const incidental = new Set([
  'description',
  'timeout',
  'timeout_ms',
  'timeoutMs',
  'yield_time_ms',
  'max_output_tokens',
  'justification',
  'with_escalated_permissions',
  'sandbox_permissions',
  'run_in_background',
  'explanation',
  'head_limit',
]);

/** Distinguishes the few failed calls of a session. SHA-256 would cost more than the rest of normalising a call. */
function hashOf(text: string): number {
  const length = Math.min(text.length, 1024);
  let low = 0xdeadbeef ^ text.length;
  let high = 0x41c6ce57;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return 2 ** 32 * (high & 0x1fffff) + (low >>> 0);
}
