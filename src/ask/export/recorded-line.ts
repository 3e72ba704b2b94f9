import type { Event } from '../../model/event.ts';
import { isObject, parseRecords } from '../../platform/parse-records.ts';
import { redactJson } from '../../platform/redact.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import type { PayloadOptions, ReadPayload } from '../event/payload.ts';

/**
 * The record of an event as causetrace wrote it, without secrets. A line in which nothing is redacted comes back as it
 * was, byte for byte. Undefined when its bytes are gone.
 */
export async function recordedLine(
  event: Event,
  payloadOf: ReadPayload,
  { raw = false }: Pick<PayloadOptions, 'raw'>,
): Promise<string | undefined> {
  const written = await writtenOf(event, payloadOf);
  const found = written === undefined ? undefined : parseRecords(written);
  if (!found?.ok) return undefined;
  // Two writers may have met on one line.
  const record = found.records.find(({ event_id }) => event_id === event.native_id);
  if (!record) return undefined;
  const shown = raw ? record : redactJson(record);
  const isWhole = isObject(shown) && found.records.length === 1 && JSON.stringify(shown) === JSON.stringify(record);
  return isWhole && !/[\r\n]/.test(written!) ? written : JSON.stringify(shown);
}

async function writtenOf(event: Event, payloadOf: ReadPayload): Promise<string | undefined> {
  try {
    return (await payloadOf(event))?.written;
  } catch (error) {
    return noneIfEvicted(error);
  }
}
