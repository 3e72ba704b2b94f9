import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ingest } from '../../ingest/ingest.ts';
import { sources } from '../../sources/all-sources.ts';
import { storeInMemory } from '../../testing/store-in-memory.ts';
import { ownLogsOf } from '../own-logs.ts';
import { pruneReceived } from './prune-received.ts';

const now = Date.parse('2026-11-19T10:00:00Z');
const day = 24 * 60 * 60 * 1000;

test('received telemetry goes when it is archived and has rested: a trace after a day, a session after a month', async () => {
  const { file, archive, prune } = room();
  const [trace, session] = [file('traces', 'ab'.repeat(16), program), file('codex', 'thread-1', agent)];
  const restDays = (days: number) => [trace, session].forEach((path) => age(path, days));

  restDays(40);
  expect(await prune(), 'before it is archived').toBe(0);
  restDays(2);
  await archive();
  expect(await prune()).toBe(1);
  expect([existsSync(trace), existsSync(session)]).toEqual([false, true]);
  age(session, 40);
  await archive();
  expect(await prune()).toBe(1);
});

test('so does a trace of a program without a model, which is no session', async () => {
  const { file, prune } = room();
  const trace = file('traces', 'ab'.repeat(16), program.replace('gen_ai.operation.name', 'http.method'));
  expect(await prune()).toBe(0);
  age(trace, 2);
  expect(await prune()).toBe(1);
});

test('what still came of a forgotten session goes when it has rested', async () => {
  const { store, file, archive, prune } = room();
  const session = file('codex', 'thread-1', agent);
  await archive();
  await store.write.forget(['codex:thread-1' as never]);
  age(session, 40);
  expect(await prune()).toBe(1);
});

test('what was forgotten goes at once: it must not come back', async () => {
  const { home, store, file, archive } = room();
  const session = file('codex', 'thread-1', agent);
  await archive();
  expect(await ownLogsOf(store.read, home, ['codex:thread-1' as never])).toEqual([session]);
});

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const program = `${JSON.stringify({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: 'ab'.repeat(16),
              spanId: 'cd'.repeat(8),
              name: 'execute_tool fetch',
              startTimeUnixNano: '1795053349841000000',
              endTimeUnixNano: '1795053349941000000',
              attributes: [attribute('gen_ai.operation.name', 'execute_tool')],
            },
          ],
        },
      ],
    },
  ],
})}\n`;
const agent = `${JSON.stringify({
  resourceLogs: [
    {
      resource: { attributes: [attribute('service.name', 'codex_exec')] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: '1795053349841000000',
              attributes: [
                attribute('event.name', 'codex.tool_result'),
                attribute('conversation.id', 'thread-1'),
                attribute('call_id', 'call_1'),
                attribute('tool_name', 'shell'),
              ],
            },
          ],
        },
      ],
    },
  ],
})}\n`;

function room() {
  const home = mkdtempSync(join(tmpdir(), 'stemma-received-'));
  const store = storeInMemory();
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(home, { recursive: true });
  });
  const machine = { home, env: { STEMMA_HOME: home } };
  return {
    home,
    store,
    file(folder: string, name: string, text: string): string {
      const path = join(home, 'otlp', 'received', folder, `${name}.jsonl`);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
      age(path, 0);
      return path;
    },
    archive: () => ingest({ store, sources, machine, exclude: [], workspace: 'local', clock: () => now }),
    prune: () => pruneReceived({ home, read: store.read, now }),
  };
}

function age(path: string, days: number): void {
  const at = (now - days * day) / 1000;
  utimesSync(path, at, at);
}
