import type { EventRow, SessionRow, StoreWriter } from '../src/store/store.ts';
import { built } from './stemma.ts';

export interface ManySessions {
  readonly now: number;
}

const everyMs = 30 * 60 * 1000;
const failuresOfEach = 5;
const fingerprints = 3_001;

/**
 * An archive of many short sessions: four in a family, one every half hour, forty repositories, five failures each out of three thousand. Rows
 * as ingest would make them, without their bytes: lists read none.
 */
export async function writeManySessions(path: string, count: number): Promise<ManySessions> {
  const { openSqlite } = await built('store/sqlite/open');
  const { eventKey, sessionUid, treeKey } = await built('model/ids');
  const now = Date.UTC(2026, 10, 16, 12);
  await using store = await openSqlite(path, { mode: 'write' });
  await store.write.gather();
  for (let number = 0; number < count; number++) {
    const uid = sessionUid('claude', `session-${number}`);
    const root = sessionUid('claude', `session-${number - (number % 4)}`);
    const at = now - (count - number) * everyMs;
    const tree = treeKey(root);
    const keys = Array.from({ length: failuresOfEach }, (_, step) => eventKey(uid, String(step)));
    const session: SessionRow = {
      uid, source: 'claude-code', nativeId: `session-${number}`, root, workspace: 'local', title: `Fix the ${['cart', 'till', 'shelf', 'price'][number % 4]} number ${number}`,
      ...(uid !== root && { parent: { uid: root, relation: 'subagent' as const } }), repo: `/home/dev/repo-${number % 40}`, branch: 'main', model: 'claude-opus-5-5', startedAt: at - 1000, endedAt: at,
      add: { events: 50, steps: 20, errors: failuresOfEach, turns: 2, retries: 1, inputTokens: 10, outputTokens: 20, cacheTokens: 6, wallClockMs: 1000 },
    };
    await store.write.commit({ ...nothing, tree, file: fileOf(uid, at), sessions: [session], events: keys.map((key) => eventOf(uid, key, at)), chains: keys.map((key, step) => ({
      tree, chain: key, basis: 'mined' as const, session: uid, kind: 'real' as const, type: 'exit 1', also: [], action: 'npm test', marks: [], context: null, verifiedBy: null, culprit: [], attempts: [],
      message: `E${(number * failuresOfEach + step) % fingerprints} went wrong`, fingerprint: `e${(number * failuresOfEach + step) % fingerprints} went wrong`,
      at, state: step % 2 === 1 ? ('open' as const) : ('resolved' as const), resolvedAt: step % 2 === 1 ? null : at + 1000,
    })) });
    if (number % 500 === 499) await nextStep(store.write);
  }
  await store.write.flush();
  await store.write.settle();
  return { now };
}

async function nextStep(write: StoreWriter): Promise<void> {
  await write.flush();
  await write.gather();
}

const nothing = { pieces: [], again: [], replaced: [], renewed: false, outcomes: [], links: [], edges: [], unknown: [], issues: [] } as const;

function fileOf(session: SessionRow['uid'], readAt: number) {
  const lines = { mapped: 50, state: 0, copy: 0, raw: 0, issue: 0 };
  return { path: `/home/dev/${session}.jsonl`, source: 'claude-code', session, role: 'main' as const, version: 0, bytes: 0, offset: 0, lines, torn: false, size: 0, mtimeMs: 0, state: null, readAt };
}

function eventOf(session: SessionRow['uid'], key: number, at: number): EventRow {
  return {
    session, key, native: null, at, kind: 'tool_call', act: 'check', type: null, role: 'assistant', tool: 'Bash', summary: 'npm test', failed: true, origin: null, parent: null, step: key, turn: null,
    tokens: { input: 10, output: 20, cache_read: 5, cache_write: 1 }, model: 'claude-opus-5-5', usd: null, durationMs: 1000, marks: [], offset: 0, length: 1, line: 1, search: null,
  };
}
