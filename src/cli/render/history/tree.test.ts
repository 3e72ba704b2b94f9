import { expect, test } from 'vitest';
import type { TreeAnswer, TreeStep } from '../../../ask/tree/tree.ts';
import type { EventId } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import { noInk } from '../../text/ink.ts';
import { width } from '../../text/width.ts';
import { renderTree } from './tree.ts';

const idOf = (at: number): EventId => `ev_${`${at}x`.padEnd(22, 'y')}` as EventId;

const stepAt = (at: number, under: number | null): TreeStep => ({
  id: idOf(at),
  native_id: null,
  kind: 'call',
  act: 'shell',
  type: null,
  tool: 'sh',
  summary: `run ${at}`,
  at: '2026-03-02T09:00:00Z',
  failed: false,
  origin: null,
  turn: null,
  under: under === null ? null : idOf(under),
  causes:
    under === null
      ? []
      : [{ step: idOf(under), native_id: null, types: ['informed'], basis: 'inferred', confidence: 0.7, evidence: [] }],
  sessions: [],
});

const answer = (steps: readonly TreeStep[]): TreeAnswer => ({
  parent: null,
  by: 'cause',
  tree: {
    session: {
      uid: 'sdk:1',
      source: 'sdk',
      cost: { usd: null },
      not_recorded: [],
      cwd: null,
      parent: null,
    } as unknown as Session,
    relation: null,
    steps,
    sessions: [],
    truncated: false,
  },
  steps: steps.length,
  truncated: false,
});

const lines = (steps: readonly TreeStep[], columns = 80): readonly string[] =>
  renderTree(answer(steps), { ink: noInk, columns, now: 0 })
    .split('\n')
    .filter((line) => line.includes('─'));

test('a chain of causes deeper than there is room for says how deep it is, and stays readable', () => {
  const chain = Array.from({ length: 5000 }, (_, at) => stepAt(at, at === 0 ? null : at - 1));
  const shown = lines(chain);
  expect(shown).toHaveLength(5000);
  for (const line of shown) expect(width(line)).toBeLessThanOrEqual(80);
  expect(shown[4999]).toMatch(/^⋯4999 +└─ sh run 4999 {2}← informed/);
});

test('other causes are named beside a step, and counted where there is no room', () => {
  const others = [1, 2, 3].map((at) => ({ ...stepAt(9, at).causes![0]!, confidence: 0.6 }));
  const last = { ...stepAt(9, 0), causes: [...others, ...stepAt(9, 0).causes!] };
  const steps = [...[0, 1, 2, 3].map((at) => stepAt(at, null)), last];
  expect(lines(steps, 120)[1]).toContain('sh run 9  ← informed (likely) +ev_1xyyyyy +ev_2xyyyyy +ev_3xyyyyy');
  expect(lines(steps, 80)[1]).toContain('← informed (likely) +3');
});
