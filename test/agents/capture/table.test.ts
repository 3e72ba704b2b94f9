import { expect, test } from 'vitest';
import { kimi } from '../drivers/kimi.ts';
import { replaceRows } from './table.ts';

test('a row is replaced and the rows of other agents stay', () => {
  const outcome = (title: string, version: string, wrong?: string) => ({
    agent: { ...kimi, title, version, lacks: { hooks: 'it has none' } },
    findings: [{ capability: 'prompt' as const, what: 'said', ...(wrong ? { wrong } : {}) }],
  });
  const first = replaceRows('', [outcome('Beta', '1'), outcome('Alpha', '1', 'was lost')], '2026-01-01');
  const second = replaceRows(first, [outcome('Alpha', '2')], '2026-01-02');
  expect(second.split('\n').slice(2)).toEqual([
    expect.stringContaining('| Alpha 2 | 2026-01-02 | ✓ |'),
    expect.stringContaining('| Beta 1 | 2026-01-01 | ✓ |'),
    '',
    '- Alpha: *hooks*: it has none.',
    '- Beta: *hooks*: it has none.',
    '',
  ]);
  expect(first).toContain('| Alpha 1 | 2026-01-01 | ✗ |');
});
