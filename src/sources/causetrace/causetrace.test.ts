import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFiles, peekAt, readLines } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { causetrace } from './index.ts';

const fixture = (name: string) => fixtureFiles(join(import.meta.dirname, 'fixtures', name))[0]!;
const recorder = fixture('0.3.1-recorder');
const keyOf = (tool: string): string =>
  (JSON.parse(recorder.lines.find((line) => line.includes(`"tool_name": "${tool}"`))!) as { event_id: string })
    .event_id;

describe('what causetrace 0.3.1 recorded', () => {
  const drafts = read(recorder.lines);
  const draft = (tool: string) => drafts.find(({ key }) => key === keyOf(tool))!;

  test('is recognised though fields at their default are absent', () => {
    for (const name of ['0.3.1-demo', '0.3.1-recorder', '0.3.1-hooks', '0.3.1-enriched', '0.3.1-exported'])
      expect(causetrace.matches(fixture(name).peek), name).toBe(true);
  });

  test('has every parent as a recorded cause, in its order', () => {
    expect(draft('Edit').causes).toEqual([
      { key: keyOf('Read'), type: 'caused' },
      { key: keyOf('Grep'), type: 'caused' },
    ]);
  });

  test('keeps the word it gives for why, unless that is the id of an event', () => {
    expect(draft('Grep').causes).toEqual([{ key: keyOf('Thinking'), type: 'caused', tag: 'need_context' }]);
    expect(draft('Edit').causes!.some(({ tag }) => tag !== undefined)).toBe(false);
  });

  test('has steps that are no calls', () => {
    expect(draft('Prompt')).toMatchObject({ isStep: true, what: { is: 'prompt', origin: 'human' } });
    expect(draft('Thinking')).toMatchObject({ isStep: true, what: { is: 'thinking' }, type: 'reasoning' });
    expect(draft('Compact')).toMatchObject({ isStep: true, what: { is: 'lifecycle', type: 'context_update' } });
    expect(draft('Choice')).toMatchObject({ isStep: true, what: { is: 'decision' }, type: 'decision' });
  });

  test('has a call and what came back as two events of one record', () => {
    const result = drafts.find(({ key }) => key === `${keyOf('Bash')}:result`)!;
    expect(result.what).toMatchObject({ is: 'result', call: keyOf('Bash'), output: '1 failed, 4 passed' });
    expect(result.at! - draft('Bash').at!).toBe(1800);
    expect(drafts.some(({ key }) => key === `${keyOf('notify')}:result`)).toBe(false);
  });

  test('names its session in its records, or in the name of its file', () => {
    expect(causetrace.identify(recorder.peek).session).toBe('causetrace:ses_parser');
    const enriched = fixture('0.3.1-enriched');
    expect(enriched.lines.some((line) => line.includes('session_id'))).toBe(false);
    expect(causetrace.identify(enriched.peek).session).toBe('causetrace:7c0a1e52-0000-4000-8000-000000000002');
  });
});

test('a parent is a cause though it comes later; a line that names itself is not', () => {
  const [child, parent] = [record('child', { parent_event_id: 'parent, child,parent' }), record('parent')];
  expect(read([child, parent])[0]!.causes).toEqual([{ key: 'parent', type: 'caused' }]);
});

test('an event that is only named by caused_by is a cause too', () => {
  const lines = [record('first'), record('second', { caused_by: 'first' }), record('third', { caused_by: 'user' })];
  expect(read(lines).map(({ causes }) => causes)).toEqual([undefined, [{ key: 'first', type: 'caused' }], undefined]);
});

test('causes that stemma inferred and exported are not recorded ones', () => {
  const exported = record('b', { parent_event_id: 'a,c', caused_by: 'informed', stemma: { inferred: ['c'] } });
  expect(read([exported])[0]!.causes).toEqual([{ key: 'a', type: 'caused', tag: 'informed' }]);
  // Exports before 0.3 do not separate the two.
  for (const draft of read(fixture('stemma-0.2-export').lines)) expect(draft.causes).toBeUndefined();
});

test('an input that was written down as text is an object again, unless it was cut', () => {
  const inputs = ['{"path": "src/cart.js"}', '{"path": "src/cart.js'].map(
    (tool_input) => read([record('a', { tool_input })])[0]!.what,
  );
  expect(inputs).toMatchObject([{ input: { path: 'src/cart.js' } }, { input: '{"path": "src/cart.js' }]);
});

test('any JSON with a session and a tool is not taken for it', () => {
  const other = JSON.stringify({ event_id: 'x', event_type: 'tool_call', session_id: 's', tool_name: 'bash' });
  expect(causetrace.matches(peekAt('/tmp/x.jsonl', `${other}\n`))).toBe(false);
  expect(causetrace.matches(peekAt('/tmp/x.json', `[${other}]`))).toBe(false);
});

/** As causetrace writes it: what is at its default is absent. */
function record(event_id: string, fields: Readonly<Record<string, unknown>> = {}): string {
  const always = {
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_output: null,
    timestamp: null,
    duration_ms: null,
  };
  return JSON.stringify({ schema_version: '0.1', event_id, ...always, ...fields });
}

function read(lines: readonly string[]): readonly Draft[] {
  return readLines(causetrace, causetrace.identify(peekAt('/tmp/x.jsonl', lines.join('\n'))), lines).flatMap(
    ({ drafts = [] }) => drafts,
  );
}
