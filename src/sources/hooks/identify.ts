import { basename } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { parseRecords } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { hooksOf } from './agents.ts';
import { plainId } from './plain-id.ts';
import { hookRecord, isHookLine } from './record.ts';
import type { HookRecord } from './record.ts';

export const flavor = 'hooks';

export function recognises({ head }: Peek): boolean {
  const [first] = firstRecords(head, 1);
  return first === undefined ? tornLine.test(head) : isHookLine(first);
}

/**
 * One log is what was told of one session of an agent, and of its sub-agents. It stands beside that session's
 * transcript.
 */
export function identify({ path, head }: Peek): Identity {
  const stem = basename(path).replace(/\.jsonl$/, '');
  for (const line of head.split('\n', 50)) {
    const found = line.startsWith('{"stemma"') ? parseRecords(line) : undefined;
    const record = found?.ok ? found.records.find(isHookLine) : undefined;
    const main = record && mainOf(hookRecord(record));
    if (main) return { session: main, beside: true };
  }
  const agent = tornLine.exec(head)?.[1];
  const hooks = stem === nobody ? undefined : hooksOf(agent);
  const named = hooks
    ? sessionUid(hooks.flavor, plainId(stem) ?? nobody)
    : sessionUid(flavor, [agent, plainId(stem) ?? nobody].filter(Boolean).join('-'));
  return { session: named, beside: true };
}

/** Stem of the log that holds what names no session. */
export const nobody = 'unknown';

function mainOf({ agent, payload }: HookRecord): SessionUid | undefined {
  const hooks = hooksOf(agent);
  const speaker = payload && hooks?.speaker(payload);
  return hooks && speaker && sessionUid(hooks.flavor, speaker.session);
}

/** A first line may be longer than what we are shown. */
const tornLine = /^\{"stemma":"hook","agent":"([a-z][a-z-]*)","event":"/;
