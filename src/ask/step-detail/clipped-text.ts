import { redact, redactJson } from '../../platform/redact.ts';
import { clipped } from './clipped.ts';
import type { Clipped } from './answer.ts';

const most = 64 * 1024;
/** Read beyond the end, so that a secret which lies across it is seen whole. */
const beyond = 16 * 1024;

/** The beginning of a text, without secrets; megabytes cost no more than what is shown. */
export function clippedText(text: string): Clipped {
  const { length } = text;
  if (length <= most + beyond) {
    const safe = redact(text);
    return { text: clipped(safe, most), length, json: safe.length <= most && isJson(safe) };
  }
  const safe = redact(clipped(text, most + beyond));
  // A secret cut in two at the very end may not look like one: what lies beyond is never shown, however much was
  // replaced before it.
  return { text: clipped(safe, Math.min(most, Math.max(0, safe.length - beyond))), length, json: false };
}

/** The same of a value. */
export function clippedJson(value: unknown): Clipped {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length > most + beyond) return clippedText(text);
  const safe = JSON.stringify(redactJson(value), null, 2);
  return { text: clipped(safe, most), length: safe.length, json: safe.length <= most };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
