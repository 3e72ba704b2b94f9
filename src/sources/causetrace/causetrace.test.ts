import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { causetrace } from './index.ts';

const [recorded] = fixtureFiles(join(import.meta.dirname, 'fixtures/0.1-recorded'));

test('a call and what came back are two events of one record', () => {
  const drafts = read(recorded!.lines);
  const call = drafts.find(({ key }) => key === 'a00000000003')!;
  const result = drafts.find(({ key }) => key === 'a00000000003:result')!;
  expect(result.what).toMatchObject({ is: 'result', call: call.key, output: expect.stringContaining('1 failed') });
  expect(result.at! - call.at!).toBe(1800);
});

test('a parent that is not in the file is no parent', () => {
  expect(read(recorded!.lines).find(({ key }) => key === 'a00000000008')?.parent).toBeUndefined();
  expect(read(recorded!.lines).find(({ key }) => key === 'a00000000005')?.parent).toBe('a00000000003');
});

test('a call without an output has no result', () => {
  expect(read(recorded!.lines).some(({ key }) => key === 'a00000000008:result')).toBe(false);
});

test('an input that was written down as text is an object again, unless it was cut', () => {
  const [line] = recorded!.lines.filter((each) => each.includes('a00000000004'));
  const inputs = [line!, line!.replace('cart.js\\"}', 'cart.js')].map((each) => read([each])[0]!.what);
  expect(inputs).toMatchObject([{ input: { path: 'src/cart.js' } }, { input: '{"path": "src/cart.js' }]);
});

test('any JSON with a session and a tool is not taken for it', () => {
  const other = JSON.stringify({ event_id: 'x', event_type: 'tool_call', session_id: 's', tool_name: 'bash' });
  expect(causetrace.matches(peekAt('/tmp/x.jsonl', `${other}\n`))).toBe(false);
});

function read(lines: readonly string[]): readonly Draft[] {
  return readLines(causetrace, causetrace.identify(peekAt('/tmp/x.jsonl', lines.join('\n'))), lines).flatMap(
    ({ drafts = [] }) => drafts,
  );
}
