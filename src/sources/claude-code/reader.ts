import { keyOf } from '../../model/ids.ts';
import { parseRecords, text } from '../../platform/parse-records.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { readAttachment, readProgress, readQueueOperation, readSystem } from './asides.ts';
import { readAssistant } from './assistant.ts';
import { loadCarry, saveCarry } from './carry.ts';
import type { Chain } from './carry.ts';
import { chainOf, ownChain } from './chains.ts';
import { readCostState } from './cost-state.ts';
import { describe } from './describe.ts';
import { stateTypes } from './record.ts';
import type { Rec } from './record.ts';
import { readUser } from './user.ts';
import { startWork } from './work.ts';
import type { Work } from './work.ts';

/** Reads one transcript, line by line. */
export function claudeReader(identity: Identity, state?: Json): Reader {
  const carry = loadCarry(state);
  return {
    line: (line) => {
      const work = startWork(identity, carry);
      work.isAlone = !carry.begun && line.number > 1;
      carry.begun = true;
      return readLine(work, line);
    },
    state: () => saveCarry(carry),
  };
}

function readLine(work: Work, line: Line): Reading {
  if (line.text.trim() === '') return { disposition: 'state' };
  const parsed = parseRecords(line.text);
  if (!parsed.ok) return { disposition: 'issue', reason: parsed.reason };
  for (const [index, record] of parsed.records.entries()) {
    work.spareKey = () => `line-${keyOf(line.text)}-${index}`;
    readRecord(work, record);
  }
  return readingOf(work);
}

function readRecord(work: Work, record: Rec): void {
  const type = text(record['type']);
  switch (type) {
    case 'user':
      return onChain(work, record, readUser);
    case 'assistant':
      return onChain(work, record, readAssistant);
    case 'system':
      return onChain(work, record, readSystem);
    case 'attachment':
      return onChain(work, record, readAttachment);
    case 'progress':
      return onChain(work, record, readProgress);
    case 'queue-operation':
      return readQueueOperation(work, ownChain(work), record);
    case 'cost-state':
      return readCostState(work, ownChain(work), record);
    case 'custom-title':
      return title(work, { customTitle: text(record['customTitle']) });
    case 'ai-title':
      return title(work, { title: text(record['aiTitle']) ?? text(record['title']) });
    case 'summary':
      return summary(work, record);
    default:
      if (!stateTypes.has(type ?? '')) work.unknown ??= unknownType(work, type, record);
  }
}

function onChain(work: Work, record: Rec, read: (work: Work, chain: Chain, record: Rec) => void): void {
  const chain = chainOf(work, record);
  describe(work, chain, record);
  if (!chain.idle) read(work, chain, record);
}

function title(
  work: Work,
  { title, customTitle }: { readonly title?: string | undefined; readonly customTitle?: string | undefined },
): void {
  if (title) work.sessions.push({ uid: work.own, title });
  if (customTitle) work.sessions.push({ uid: work.own, customTitle });
}

/** Until 2.0 the title of a session stands in whichever file was opened next, and names a record of it. */
function summary(work: Work, record: Rec): void {
  const native = text(record['leafUuid']);
  const words = text(record['summary']);
  if (native && words) work.titles.push({ native, title: words });
}

function unknownType(
  work: Work,
  type: string | undefined,
  record: Rec,
): { readonly kind: string; readonly version?: string } {
  const version = text(record['version']) ?? ownChain(work).version;
  return { kind: type ?? 'record', ...(version === undefined ? undefined : { version }) };
}

function readingOf(work: Work): Reading {
  const { drafts, links, sessions, titles, unknown } = work;
  const version = unknown?.version ?? work.carry.chains.get('')?.version;
  return {
    disposition: drafts.length > 0 ? 'mapped' : unknown ? 'raw' : 'state',
    ...(drafts.length > 0 ? { drafts } : undefined),
    ...(links.length > 0 ? { links } : undefined),
    ...(sessions.length > 0 ? { sessions } : undefined),
    ...(titles.length > 0 ? { titles } : undefined),
    ...(unknown
      ? { unknown: { kind: unknown.kind, ...(version === undefined ? undefined : { version }) } }
      : undefined),
  };
}
