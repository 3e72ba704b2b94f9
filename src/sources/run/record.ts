import { isObject, list, name, number, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

/** A line of a run's log, as `live/run` writes it. */
export type RunRecord = JsonObject;

/** Kinds of records, by what they record. */
export const kinds = ['start', 'command', 'ended', 'edit', 'commit', 'head', 'transcript', 'note', 'end'] as const;
export type Kind = (typeof kinds)[number];

/** Every line identifies itself: the log may be anywhere. */
export function isRunRecord(record: RunRecord): boolean {
  return record['stemma'] === 'run' && name(record['run']) !== undefined && text(record['t']) !== undefined;
}

export function kindOf(record: RunRecord): Kind | undefined {
  return kinds.find((kind) => kind === record['t']);
}

export function idOf(record: RunRecord): string | undefined {
  return shortName(record['id']);
}

export function atOf(record: RunRecord): number | undefined {
  return time(record['at']);
}

/** The words of a command line as somebody would type them. */
export function commandLineOf(record: RunRecord): string {
  return list(record['argv'])
    .map((word) => text(word) ?? '')
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}

export interface Blob {
  readonly path: string;
  readonly change: string | null;
  readonly blob: string | null;
  /** The edit of this run that produced this content. */
  readonly edit: string | null;
}

export function blobsOf(record: RunRecord): readonly Blob[] {
  return list(record['files'])
    .filter(isObject)
    .map((file) => ({
      path: text(file['path']) ?? '',
      change: text(file['change']) ?? null,
      blob: text(file['blob']) ?? null,
      edit: shortName(file['edit']) ?? null,
    }));
}

export function exitCodeOf(record: RunRecord): number | undefined {
  return number(record['exitCode']);
}

/** Names are remembered, and must stay names. */
export function shortName(value: unknown): string | undefined {
  const found = name(value);
  return found === undefined || found.length > 100 ? undefined : found;
}
