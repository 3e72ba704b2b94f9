import { number, object } from '../../platform/parse-records.ts';
import type { Chain } from './carry.ts';
import { emit } from './emit.ts';
import type { Rec } from './record.ts';
import { nothing, plus, tokensOf } from './usage.ts';
import type { Counted } from './usage.ts';
import type { Work } from './work.ts';

/** What is carried to compare what Claude Code says it used with what its transcript tells. */
export interface Spent {
  /** By model: what was told since the last `cost-state`. */
  told: Readonly<Record<string, Counted>>;
  /** The last `cost-state`. */
  said: Readonly<Record<string, Counted>>;
  /**
   * Since then: the conversation was compacted; a sub-agent was started, which is counted there too, and told
   * elsewhere.
   */
  compacted?: true;
  shared?: true;
}

export function spentOn({ carry }: Work, model: string | undefined, more: Counted): void {
  if (model === undefined) return;
  carry.spent.told = { ...carry.spent.told, [model]: plus(carry.spent.told[model] ?? nothing, more) };
}

/**
 * At its end a process says what the session has used, resumes included. The request that writes the summary of a
 * compaction is in no other record; it is what is left when nothing else can be the difference.
 */
export function readCostState(work: Work, chain: Chain, record: Rec): void {
  const { spent } = work.carry;
  const said = Object.fromEntries(
    Object.entries(object(record['modelUsage']))
      .slice(0, 32)
      .map(([model, usage]) => [model, countedIn(usage)]),
  );
  if (work.isAlone) return tellAll(work, chain, record, Object.entries(said));
  const left = Object.entries(said)
    .map(([model, now]) => [model, minus(now, spent.said[model] ?? nothing)] as const)
    .map(([model, more]) => [model, minus(more, spent.told[model] ?? nothing)] as const);
  if (spent.compacted && !spent.shared && left.every(([, counts]) => counts.every((count) => count >= 0))) {
    tellAll(work, chain, record, left);
  }
  work.carry.spent = { told: {}, said };
}

function tellAll(work: Work, chain: Chain, record: Rec, all: readonly (readonly [string, Counted])[]): void {
  for (const [model, counts] of all) {
    const tokens = tokensOf(counts);
    if (tokens === undefined) continue;
    const text = `${tokens.input + tokens.cache_read + tokens.cache_write} tokens in (${tokens.cache_read} cached), ${tokens.output} out, ${work.isAlone ? 'in all' : 'for a compaction'}`;
    emit(work, chain, record, {
      key: `${work.spareKey()}-${model.slice(0, 100)}`,
      what: { is: 'lifecycle', type: 'usage', text },
      parent: chain.last,
      tokens,
      ...(model !== chain.model && { model }),
    });
  }
}

function countedIn(value: unknown): Counted {
  const usage = object(value);
  const count = (field: string) => Math.max(0, number(usage[field]) ?? 0);
  return [
    count('inputTokens'),
    count('outputTokens'),
    count('cacheReadInputTokens'),
    count('cacheCreationInputTokens'),
    count('cacheCreationEphemeral1hInputTokens'),
  ];
}

function minus(a: Counted, b: Counted): Counted {
  return a.map((count, at) => count - (b[at] ?? 0)) as unknown as Counted;
}
