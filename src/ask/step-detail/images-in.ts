import type { Event } from '../../model/event.ts';
import { parseRecords } from '../../platform/parse-records.ts';
import { imageType, type ImageType } from './image-type.ts';

/** A picture as it lies in a line. */
export interface FoundImage {
  readonly media_type: ImageType;
  readonly bytes: number;
  readonly base64: string;
}

/**
 * The images of an event in the order of its line, however the agent writes them: as a block with type and data, or as
 * a `data:` address. Their type is detected from the first bytes, not from what the line claims.
 */
export function imagesIn(line: string, event: Pick<Event, 'native_id'>): readonly FoundImage[] {
  if (!hints.some((hint) => line.includes(hint))) return [];
  const parsed = parseRecords(line);
  if (!parsed.ok) return [];
  const found = new Map<string, FoundImage>();
  for (const record of parsed.records) walk(record, { call: undefined, depth: 0 });
  return [...found.values()];

  function walk(value: unknown, { call, depth }: Within): void {
    if (found.size >= mostImages || depth > deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) walk(item, { call, depth: depth + 1 });
      return;
    }
    const block = value as Readonly<Record<string, unknown>>;
    const of = callNamed(block) ?? call;
    for (const base64 of dataIn(block)) if (of === undefined || of === event.native_id) take(base64);
    for (const inner of Object.values(block)) walk(inner, { call: of, depth: depth + 1 });
  }

  function take(base64: string): void {
    const media_type = imageType(Buffer.from(base64.slice(0, 32), 'base64'));
    if (media_type === undefined || found.size >= mostImages) return;
    found.set(base64, { media_type, bytes: sizeOf(base64), base64 });
  }
}

interface Within {
  /** The call whose result this is part of, where it says so: several results may share a line. */
  readonly call: string | undefined;
  readonly depth: number;
}

const mostImages = 20;
const deepest = 40;

/** Most lines hold no picture; to look for these words costs far less than to parse. */
const hints = ['base64', 'image/', '"image_generation_call"'] as const;

const callNames = ['tool_use_id', 'tool_call_id', 'toolCallId', 'toolUseId', 'call_id', 'callId', 'callID'] as const;

function callNamed(block: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of callNames) if (typeof block[name] === 'string') return block[name];
  return undefined;
}

const typeNames = ['media_type', 'mediaType', 'mimeType', 'mime_type', 'mime'] as const;

function dataIn(block: Readonly<Record<string, unknown>>): readonly string[] {
  const found: string[] = [];
  for (const value of Object.values(block)) {
    const data = typeof value === 'string' && value.startsWith('data:image/') ? dataUrl.exec(value.slice(0, 64)) : null;
    if (data) found.push((value as string).slice(data[0].length));
  }
  const { data, type, result } = block;
  if (
    typeof data === 'string' &&
    !data.startsWith('data:') &&
    typeNames.some((name) => typeof block[name] === 'string' && (block[name] as string).startsWith('image/'))
  )
    found.push(data);
  if (type === 'image_generation_call' && typeof result === 'string') found.push(result);
  return found;
}

const dataUrl = /^data:image\/[\w.+-]+(?:;[\w=.-]+)*;base64,/;

function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.floor((base64.length * 3) / 4) - padding;
}
