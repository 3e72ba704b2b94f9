import { expect, test } from 'vitest';
import { peekAt, readLines } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { run } from './index.ts';

const line = (t: string, fields: object = {}): string =>
  JSON.stringify({ stemma: 'run', run: '20261116T010158-357dc6', t, at: '2026-11-16T01:01:58.000Z', ...fields });

test('a commit hangs on the latest of the edits whose content it holds, and on the command line when it holds none', () => {
  const file = (path: string, edit?: string): object => ({ path, change: 'M', blob: 'b', ...(edit && { edit }) });
  const commits = drafts(
    line('commit', { id: 'k3', hash: 'aa', files: [file('b.js', 'e10'), file('a.js', 'e9')] }),
    line('commit', { id: 'k4', hash: 'bb', files: [file('c.js')] }),
  );
  expect(commits.filter(({ what }) => what.is === 'call').map(({ native, parent }) => [native, parent])).toEqual([
    ['aa', 'e10'],
    ['bb', 'start'],
  ]);
});

test('a crash and an exit code are failures; whoever ends a program steps in', () => {
  const emitted = (fields: object): string[] => drafts(line('end', fields)).map(({ what }) => what.is);
  expect(emitted({ exitCode: 0 })).toEqual(['completion']);
  expect(emitted({ exitCode: 2 })).toEqual(['failure', 'completion']);
  expect(emitted({ exitCode: 139, signal: 'SIGSEGV' })).toEqual(['failure', 'completion']);
  expect(emitted({ exitCode: 130, signal: 'SIGINT' })).toEqual(['intervention', 'completion']);
});

test('a command whose end nobody saw was interrupted', () => {
  const [, result] = drafts(
    line('command', { id: 'c1', command: 'npm test' }),
    line('ended', { id: 'c1', output: 'half' }),
  );
  expect(result).toMatchObject({
    parent: 'c1',
    what: { is: 'result', call: 'c1', output: 'half', status: 'interrupted' },
  });
});

function drafts(...lines: string[]): Draft[] {
  const identity = run.identify(peekAt('/tmp/run.jsonl', lines.join('\n')));
  return readLines(
    run,
    identity,
    lines.map((text) => ({ text })),
  ).flatMap((reading) => reading.drafts ?? []);
}
