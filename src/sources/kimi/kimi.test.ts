import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFiles, ownFiles, peekAt, readLines } from '../fixtures.ts';
import type { Reading } from '../source.ts';
import { kimi } from './index.ts';

const folder = join(import.meta.dirname, 'fixtures');

describe('Kimi Code CLI', () => {
  test('a sub-agent is linked to its call, and what it reported comes back in it', async () => {
    const main = await readings('2.1.0-sub-agent', 'agents/main/wire.jsonl');
    const links = main.flatMap((reading) => reading.links ?? []);
    expect(links.map(({ type }) => type)).toEqual(['spawned', 'returned']);
    expect(links[0]).toMatchObject({
      child: expect.stringMatching(/^kimi:[0-9a-f-]{36}\/agent-0$/),
      call: expect.stringMatching(/^call_/),
    });
  });

  test('the prompt is there once, and reminders of the program are not prompts', async () => {
    const prompts = (await readings('2.1.0-fix', 'main/wire.jsonl'))
      .flatMap((reading) => reading.drafts ?? [])
      .filter(({ what }) => what.is === 'prompt');
    expect(prompts).toHaveLength(1);
  });

  test('a log of another program is not taken for one of its own', () => {
    const other = '{"type":"metadata","protocol_version":"1.5"}\n{"type":"turn.prompt","input":"hi"}\n';
    expect(kimi.matches(peekAt('/tmp/sessions/a/b/wire.jsonl', other))).toBe(false);
  });
});

describe('the Kimi CLI before it', () => {
  test('the working folder is found by the hash that names the folder of its sessions', () => {
    const wire = fixtureFiles(join(folder, '1.51.0-fix')).find(({ name }) => name.endsWith('wire.jsonl'))!;
    expect(kimi.identify(wire.peek).cwd).toBe('/home/dev/shop');
    const moved = kimi.identify({ ...wire.peek, path: '/tmp/wire.jsonl' });
    expect(moved.cwd).toBeUndefined();
    expect(moved.session).toMatch(/^kimi:[0-9a-f]{32}$/);
  });

  test('the exit code of a command is in what its shell says', async () => {
    const results = (await readings('1.51.0-fix', 'wire.jsonl'))
      .flatMap((reading) => reading.drafts ?? [])
      .flatMap(({ what }) => (what.is === 'result' && what.exitCode !== undefined ? [what] : []));
    expect(results.map(({ exitCode, status }) => [exitCode, status])).toEqual([[1, 'failed']]);
  });

  test('tokens are those that it wrote', async () => {
    const text = readFileSync(
      fixtureFiles(join(folder, '1.51.0-fix')).find(({ name }) => name.endsWith('wire.jsonl'))!.path,
      'utf8',
    );
    const written = [...text.matchAll(/"input_other": (\d+)/g)].map(([, count]) => Number(count));
    const read = (await readings('1.51.0-fix', 'wire.jsonl'))
      .flatMap((reading) => reading.drafts ?? [])
      .flatMap(({ tokens }) => (tokens ? [tokens.input] : []));
    expect(read).toEqual(written);
  });
});

async function readings(name: string, file: string): Promise<readonly Reading[]> {
  const own = (await ownFiles(kimi, join(folder, name))).find((each) => each.name.endsWith(file))!;
  return readLines(kimi, kimi.identify(own.peek), own.records);
}
