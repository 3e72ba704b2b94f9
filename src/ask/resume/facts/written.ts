import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { plain } from '../../../normalise/text/one-line.ts';
import { isDelivery } from '../../../memory/digest/deliveries.ts';
import { isObject, list, text } from '../../../platform/parse-records.ts';
import type { StoreReader } from '../../../store/store.ts';
import { isAsk } from './asks.ts';
import type { MessageTextOptions } from './message-text.ts';
import { commandIn } from './work.ts';

/** A text of the session, whole and with its line ends. */
export interface Text {
  readonly event: Event;
  readonly text: string;
}

/** The whole texts a pack quotes from, oldest first. */
export interface Written {
  /** What the agent wrote: messages, thoughts, and the summaries its compactions left. */
  readonly said: readonly Text[];
  /** What people asked for and skills prescribe. */
  readonly asked: readonly Text[];
  /** Outputs of the last calls and of rules that were read, by the id of the call. */
  readonly outputs: ReadonlyMap<EventId, string>;
  /** What the last edits wrote, by the id of the call. */
  readonly edits: ReadonlyMap<EventId, string>;
}

/** Reads whole texts of the last events. Bounded: what lies further back is known by its summary only. */
export async function readWritten(
  read: StoreReader,
  events: readonly Event[],
  before: readonly Event[],
  { sources, raw = false }: MessageTextOptions,
): Promise<Written> {
  const said = events.filter(isSaid).slice(-maxSaid);
  const asks = events.filter(isAskedFor);
  const asked = [...before, ...asks.slice(0, 3), ...asks.slice(3).slice(-maxAsked)];
  const results = new Map(events.flatMap((event) => (isResult(event) ? [[event.step!, event] as const] : [])));
  const calls = events.filter((event) => event.step === event.id && event.tool !== null);
  const shown = [
    ...calls.filter(readsRules).slice(-maxRules),
    ...calls.filter(delivers).slice(-maxDeliveries),
    ...calls.slice(-maxOutputs),
  ].flatMap(({ id }) => results.get(id) ?? []);
  const edited = calls.filter(({ act }) => act === 'edit').slice(-maxEdits);
  const texts = new Map<EventId, string>();
  const edits = new Map<EventId, string>();
  // In the order of their file: a block is then opened once.
  const wanted = [...new Set([...asked, ...said, ...shown, ...edited])].toSorted((a, b) => a.seq - b.seq);
  const { payloadReader, textOf } = await import('../../event/payload.ts');
  const payload = payloadReader(read, { sources: await sources(), raw });
  for (const event of wanted) {
    // A pack leaves out what it cannot read.
    const what = (await payload(event).catch(() => undefined))?.what;
    if (what?.is === 'call') edits.set(event.id, plain(writtenBy(what.input)));
    else texts.set(event.id, what ? body(plain(textOf(what).slice(0, longest))) : event.summary);
  }
  const withText = (event: Event): Text => ({ event, text: texts.get(event.id) ?? event.summary });
  return {
    said: said.map(withText).filter(({ text }) => text.trim() !== ''),
    asked: asked.map(withText),
    outputs: new Map(shown.map((event) => [event.step!, texts.get(event.id) ?? event.summary])),
    edits,
  };
}

/** An output without what some agents write above it. */
function body(text: string): string {
  return text.replace(
    /^(?:(?:Exit code|Wall time|Chunk ID|Process exited|Original token count|Total output lines)\b.*\n|Output:\n)+/,
    '',
  );
}

const maxSaid = 80;
const maxAsked = 24;
const maxOutputs = 16;
const maxRules = 4;
const maxDeliveries = 8;
const maxEdits = 12;
const longest = 24_000;

function isSaid({ kind, origin, summary }: Event): boolean {
  if (summary === '') return false;
  return kind === 'assistant_msg' || kind === 'completion' || kind === 'thinking' || origin === 'compaction';
}

function isAskedFor(event: Event): boolean {
  return isAsk(event) || (event.kind === 'user_msg' && event.origin === 'skill');
}

function isResult({ kind, step, id }: Event): boolean {
  return (kind === 'tool_result' || kind === 'error') && step !== null && step !== id;
}

/** Whether a call committed, pushed, or opened a pull request. */
export function delivers({ marks, failed }: Event): boolean {
  return !failed && isDelivery(marks);
}

/** Whether a call shows a file in which projects write rules for agents. */
export function readsRules(event: Event): boolean {
  return event.marks.some((mark) => ruleFile.test(mark)) || ruleFile.test(commandIn(event) ?? '');
}

const ruleFile =
  /^(?:read|cat) (?:\S*\/)?(?:CLAUDE|AGENTS|GEMINI|CONTRIBUTING|copilot-instructions)(?:\.local)?\.md\b/i;

/** The new text of an edit: of a patch its added lines. */
function writtenBy(input: unknown): string {
  if (typeof input === 'string') return addedLines(input);
  if (!isObject(input)) return '';
  const parts = ['new_string', 'new_str', 'newText', 'new', 'content', 'file_text', 'patch', 'input'].flatMap(
    (name) => text(input[name]) ?? [],
  );
  const several = [...list(input['edits'])]
    .filter(isObject)
    .flatMap((each) => text(each['new_string']) ?? text(each['newText']) ?? []);
  return [...parts.map((part) => (part.includes('*** Begin Patch') ? addedLines(part) : part)), ...several].join('\n');
}

function addedLines(patch: string): string {
  return patch
    .split('\n')
    .flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []))
    .join('\n');
}
