import type { What } from '../../../model/draft.ts';
import type { Event } from '../../../model/event.ts';
import { noneIfEvicted } from '../../event/evicted.ts';
import type { StoreReader } from '../../../store/store.ts';
import { payloadReader, textOf } from '../../event/payload.ts';
import type { PayloadOptions, ReadPayload } from '../../event/payload.ts';
import { refOf } from '../../walk/step.ts';
import type { PictureStep } from '../picture.ts';
import { manyLines } from '../text.ts';

/** What went into a step and what came out of it, as far as it is worth reading in a picture. */
export interface Contents {
  /** The prompt, or what the call was given. */
  readonly input: string;
  readonly output: string | null;
}

/** Enough of a change or an error to understand it; the whole is in the archive, under the step's id. */
const length = 3000;

export async function contentsOf(
  read: StoreReader,
  steps: readonly PictureStep[],
  options: PayloadOptions,
): Promise<readonly Contents[]> {
  const payload = payloadReader(read, options);
  const contents: Contents[] = [];
  for (const { id } of steps) {
    const [first, ...rest] = await read.eventsOfStep(refOf(id), 20);
    const result = rest.findLast(({ role }) => role === 'tool');
    contents.push({
      input: first ? await eventText(first, payload) : '',
      output: result ? await eventText(result, payload) : null,
    });
  }
  return contents;
}

/** The summary is kept when the bytes are gone. */
async function eventText(event: Event, payload: ReadPayload): Promise<string> {
  const found = await payload(event).catch(noneIfEvicted);
  return manyLines(found?.what ? readable(found.what) : event.summary, length);
}

/** What a call was given, with its texts as texts: a program in a JSON string is one long line of backslashes. */
function readable(what: What): string {
  if (what.is !== 'call' || !isObject(what.input)) return textOf(what);
  const fields = Object.entries(what.input).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value, null, 2)] as const,
  );
  if (fields.length === 1) return fields[0]![1];
  return fields
    .map(([name, value]) => (value.includes('\n') ? `${name}:\n${value.replace(/^/gm, '  ')}` : `${name}: ${value}`))
    .join('\n');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
