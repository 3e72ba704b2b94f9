import { basename } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { parseRecords } from '../../platform/parse-records.ts';
import type { AgentWithHooks } from '../agent/descriptor.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { plainId } from '../agent/plain-id.ts';
import { about } from './about.ts';
import { hookRecord, isHookLine } from './record.ts';
import type { HookRecord } from './record.ts';

export function matches({ head }: Peek): boolean {
  const [first] = firstRecords(head, 1);
  return first === undefined ? tornLine.test(head) : isHookLine(first);
}

/**
 * One log holds the events of one session of an agent and of its sub-agents. It is a secondary source of that
 * session.
 */
export function identify(agents: HookAgents, { path, head }: Peek): Identity {
  const stem = basename(path).replace(/\.jsonl$/, '');
  for (const line of head.split('\n', 50)) {
    const found = line.startsWith('{"stemma"') ? parseRecords(line) : undefined;
    const record = found?.ok ? found.records.find(isHookLine) : undefined;
    const main = record && mainOf(agents, hookRecord(record));
    if (main) return { session: main, secondary: true };
  }
  const name = tornLine.exec(head)?.[1];
  const agent = stem === nobody || name === undefined ? undefined : agents.get(name);
  const named = agent
    ? sessionUid(agent.flavor, plainId(stem) ?? nobody)
    : sessionUid(about.flavor, [name, plainId(stem) ?? nobody].filter(Boolean).join('-'));
  return { session: named, secondary: true };
}

/** By name. */
export type HookAgents = ReadonlyMap<string, AgentWithHooks>;

/** Stem of the log that holds events without a session. */
export const nobody = 'unknown';

function mainOf(agents: HookAgents, { agent: name, payload }: HookRecord): SessionUid | undefined {
  const agent = agents.get(name);
  const session = payload && agent?.hooks.session(payload);
  return agent && session && sessionUid(agent.flavor, session.main);
}

/** A first line may be longer than the peek. */
const tornLine = /^\{"stemma":"hook","agent":"([a-z][a-z-]*)","event":"/;
