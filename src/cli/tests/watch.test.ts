import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeApp } from '../../testing/fake-app.ts';
import { quill } from '../../testing/quill.ts';

let home: string;
beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), 'stemma-watch-run-'))));
afterEach(() => rm(home, { recursive: true }));

const record = (value: object) => `${JSON.stringify(value)}\n`;
const failing = (id: string) =>
  record({ t: 'call', id, tool: 'Bash', input: { command: 'npm test' } }) +
  record({ t: 'result', id: `${id}:result`, call: id, output: 'not ok 1 - adds up\n# fail 1\n' });

/** What `watch` shows of a session that was not there before. */
async function shown(session: string, ...flags: string[]): Promise<string> {
  const path = join(home, 'quill', 'one.jsonl');
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, session);
  const watched = {
    ...quill,
    places: () => [join(home, 'quill')],
    async *discover() {
      yield path;
    },
  };
  return (await fakeApp(home, { sources: async () => [watched] }).run('watch', '--once', ...flags)).out;
}

test('a call that runs in a circle is noted, for people and for programs', async () => {
  const circle = failing('a') + failing('b') + failing('c');
  expect(await shown(circle)).toContain('this call has now failed 3 times');
  await rm(join(home, '.stemma'), { recursive: true });
  const events = (await shown(circle, '--json'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { note?: string });
  expect(events.map(({ note }) => note)).toEqual([
    ...Array.from({ length: events.length - 1 }, () => undefined),
    expect.stringContaining('this call has now failed 3 times'),
  ]);
});

test('a circle is broken by a command that failed half way, and by what the person says', async () => {
  const half =
    record({ t: 'call', id: 'x', tool: 'Bash', input: { command: './prepare.sh' } }) +
    record({ t: 'result', id: 'x:result', call: 'x', output: 'Exit code 1\nError: no' });
  const out = await shown(failing('a') + failing('b') + half + failing('c'));
  expect(out).toContain('! Bash ./prepare.sh');
  expect(out).not.toContain('this call');
  await rm(join(home, '.stemma'), { recursive: true });
  expect(
    await shown(failing('a') + failing('b') + record({ t: 'prompt', id: 'p', text: 'I fixed it' }) + failing('c')),
  ).not.toContain('this call');
});
