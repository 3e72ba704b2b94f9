import { redact } from '../platform/redact.ts';

/** Text of others, made safe to show: without secrets, on one line, without characters that hide or reorder text. */
export function plainText(text: string): string {
  return redact(text).replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Control, format and private characters, lone surrogates, other line ends, variations and tags. `\p{C}` is nearly the
 * same and takes twenty times as long to load.
 */
const unseen =
  /[\uFE00-\uFE0F\0-\x1F\x7F-\x9F\xAD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uD800-\uDFFF\uE000-\uF8FF\uFEFF\uFFF9-\uFFFF\u{E0000}-\u{10FFFF}]+/gu;

export function ago(at: string | number | null, now: number): string {
  if (at === null) return '';
  const minutes = Math.max(0, now - (typeof at === 'number' ? at : Date.parse(at))) / 60_000;
  if (minutes < 90) return `${Math.max(1, Math.round(minutes))} min ago`;
  return minutes < 36 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 60 / 24)} days ago`;
}
