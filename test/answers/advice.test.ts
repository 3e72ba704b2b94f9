import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failedCall, reportedCall } from '../../src/live/advice/failed-call.ts';
import { hookRecord } from '../../src/sources/hooks/record.ts';
import { Archive } from '../support/archive.ts';

const root = join(import.meta.dirname, '../../src/sources');
const hookFixtures = join(root, 'hooks/fixtures');

/** Scenarios with both events of hooks and a transcript. */
const scenarios = globSync('{claude-code,codex,gemini,qwen,grok,copilot}-*/*/', { cwd: hookFixtures })
  .map((path) => {
    const [, agent, version] = /^([a-z-]+)-([\d.]+)\//.exec(path)!;
    const scenario = basename(path);
    return {
      agent: agent!,
      scenario,
      name: `${agent} ${version} ${scenario}`,
      hooks: join(hookFixtures, path),
      transcript: join(root, agent!, 'fixtures', `${version}-${scenario}`),
    };
  })
  .filter(({ transcript }) => existsSync(transcript));

describe('a failure reported by a hook has the same fingerprint as from mining', () => {
  let compared = 0;

  test.each(scenarios)('$name', async ({ agent, hooks, transcript }) => {
    const reported = globSync(join(hooks, '*.jsonl'))
      .flatMap((log) => readFileSync(log, 'utf8').trimEnd().split('\n'))
      .flatMap((line) => {
        const { agent: reporter, event, at, payload } = hookRecord(JSON.parse(line) as Record<string, unknown>);
        const call = payload && reportedCall(reporter, event, payload, at ?? 0);
        return (call && failedCall(call)) ?? [];
      });
    if (reported.length === 0) return;
    const archive = await Archive.open();
    cpSync(transcript, archive.folder, { recursive: true });
    rmSync(join(archive.folder, 'expected.txt'), { force: true });
    await archive.ingest();
    const { chains } = await archive.store.read.chains({ kinds: ['real'] }, { limit: 1000, offset: 0 });
    const mined = chains.map(({ error }) => `${error.session} ${error.fingerprint}`);
    for (const { session, occurrence } of reported)
      expect.soft(mined, agent).toContain(`${session} ${occurrence.fingerprint}`);
    compared += reported.length;
  });

  test('and there were enough of them', () => {
    expect(compared).toBeGreaterThan(30);
  });
});
