import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { plain } from '../../../normalise/text/one-line.ts';
import { twoEnds } from '../../../normalise/text/two-ends.ts';
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
  /** Outputs of the last calls, of sub-agents and of rules that were read, by the id of the call. */
  readonly outputs: ReadonlyMap<EventId, string>;
  /** What the last edits wrote, by the id of the call. */
  readonly edits: ReadonlyMap<EventId, readonly WrittenPart[]>;
}

/** What an edit wrote into one file. */
export interface WrittenPart {
  /** Of a patch of several files; undefined where the call names its one file. */
  readonly path: string | undefined;
  readonly text: string;
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
    ...calls.filter(({ act }) => act === 'agent').slice(-maxReports),
    ...calls.slice(-maxOutputs),
  ].flatMap(({ id }) => results.get(id) ?? []);
  const edited = calls.filter(({ act }) => act === 'edit').slice(-maxEdits);
  const texts = new Map<EventId, string>();
  const edits = new Map<EventId, readonly WrittenPart[]>();
  // In the order of their file: a block is then opened once.
  const wanted = [...new Set([...asked, ...said, ...shown, ...edited])].toSorted((a, b) => a.seq - b.seq);
  const { payloadReader, textOf } = await import('../../event/payload.ts');
  const payload = payloadReader(read, { sources, raw });
  for (const event of wanted) {
    // A pack leaves out what it cannot read.
    const what = (await payload(event).catch(() => undefined))?.what;
    if (what?.is === 'call') edits.set(event.id, writtenBy(what.input));
    else texts.set(event.id, what ? body(plain(twoEnds(textOf(what), longest / 2))) : event.summary);
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
const maxReports = 8;
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

/** The new text of an edit: of a patch its added lines, and the names of what they are in. */
function writtenBy(input: unknown): readonly WrittenPart[] {
  if (typeof input === 'string') return partsOf(input);
  if (!isObject(input)) return [];
  const texts = ['new_string', 'new_str', 'newText', 'new', 'content', 'file_text', 'patch', 'input'].flatMap(
    (name) => text(input[name]) ?? [],
  );
  const several = [...list(input['edits'])]
    .filter(isObject)
    .flatMap((each) => text(each['new_string']) ?? text(each['newText']) ?? []);
  return [
    ...texts.flatMap((each) => (each.includes('*** Begin Patch') ? partsOf(each) : [part(undefined, each)])),
    ...several.map((each) => part(undefined, each)),
  ];
}

function partsOf(patch: string): readonly WrittenPart[] {
  return patch.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m).flatMap((section) => {
    const [, path] = /^(?:Add|Update) File: (.+)$/m.exec(section) ?? [];
    const lines = section
      .split('\n')
      .flatMap((line) => (/^(?:\+|@@ )/.test(line) ? [line.replace(/^(?:\+|@@ )/, '')] : []));
    return path === undefined && lines.length === 0 ? [] : [part(path?.trim(), lines.join('\n'))];
  });
}

function part(path: string | undefined, content: string): WrittenPart {
  return { path, text: plain(content) };
}
