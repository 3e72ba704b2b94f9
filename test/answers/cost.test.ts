import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compareAll } from '../../eval/cost/compare-all.ts';
import type { Compared } from '../../eval/cost/compared.ts';
import { report } from '../../eval/cost/report.ts';
import type { ReportedUsage } from '../../eval/cost/reported-usage.ts';
import { partOf } from '../../eval/quality-file.ts';

// What agents themselves reported they had used, read from their own files by eval/cost/reported-usage.ts, and what stemma counts
// of the same sessions. A difference must be known and explained in eval/cost/compared.ts.

const root = join(import.meta.dirname, '../..');
let all: readonly Compared[];

beforeAll(async () => {
  all = await compareAll(
    JSON.parse(readFileSync(join(root, 'eval/cost/reported-usage.json'), 'utf8')) as readonly ReportedUsage[],
  );
}, 120_000);

test('the tokens of a capture are those its agent says, sub-agents, forks and resumes counted once; or it is known why not', () => {
  expect(all.length).toBeGreaterThan(150);
  expect(
    all.filter(({ verdict }) => verdict === 'differs').map(({ reported, tokens }) => ({ reported, tokens })),
  ).toEqual([]);
});

test.each([
  ['claude-code', '2.1.325-03-subagent', 'at list prices, sub-agents included'],
  ['claude-code', '2.1.325-06-resume-compact', 'at list prices, with what a compaction used'],
  ['claude-code', '2.1.325-15-large-nested', 'at list prices, of sub-agents of sub-agents'],
  ['opencode', '1.18.33-01-fix', 'as recorded with each response'],
  ['opencode', '1.18.33-05-subagent', 'as recorded, each session for itself'],
])('so is the money of %s %s: %s', (source, capture) => {
  const equal = all.filter(
    ({ reported, verdict }) => reported.source === source && reported.capture === capture && verdict === 'equal',
  );
  expect(equal.length).toBeGreaterThan(0);
  for (const { reported, usd } of equal) expect(usd).toBeCloseTo(reported.usd!, 9);
});

test('docs/quality.md says what is counted today; after an intended change run `npm run eval:cost`', () => {
  expect(report(all).trim()).toBe(partOf(readFileSync(join(root, 'docs/quality.md'), 'utf8'), 'cost').trim());
});
