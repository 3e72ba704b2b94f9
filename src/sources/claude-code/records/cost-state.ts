import { number, object } from '../../../platform/parse-records.ts';
import { usageText } from '../../reader/usage-text.ts';
import type { Chain } from './memory.ts';
import { nothing, plus, tokensOf } from './usage.ts';
import type { Counted } from './usage.ts';
import type { ClaudeContext } from './record-context.ts';

/** Compares the usage Claude Code states with what its transcript records. */
export interface Spent {
  /** By model: what was recorded since the last `cost-state`. */
  recorded: Readonly<Record<string, Counted>>;
  /** The last `cost-state`. */
  stated: Readonly<Record<string, Counted>>;
  /**
   * Since then: the conversation was compacted; a sub-agent was started, which is counted there too, and recorded
   * elsewhere.
   */
  compacted?: true;
  shared?: true;
}

export function spentOn({ memory }: ClaudeContext, model: string | undefined, more: Counted): void {
  if (model === undefined) return;
  memory.spent.recorded = { ...memory.spent.recorded, [model]: plus(memory.spent.recorded[model] ?? nothing, more) };
}

/**
 * At its end a process states what the session has used, resumes included. The request that writes the summary of a
 * compaction is in no other record; it is the difference when nothing else can explain it.
 */
export function readCostState(context: ClaudeContext, chain: Chain): void {
  const { spent } = context.memory;
  const stated = Object.fromEntries(
    Object.entries(object(context.record['modelUsage']))
      .slice(0, 32)
      .map(([model, usage]) => [model, countedIn(usage)]),
  );
  if (context.isAlone) return emitAll(context, chain, Object.entries(stated));
  const left = Object.entries(stated)
    .map(([model, now]) => [model, minus(now, spent.stated[model] ?? nothing)] as const)
    .map(([model, more]) => [model, minus(more, spent.recorded[model] ?? nothing)] as const);
  if (spent.compacted && !spent.shared && left.every(([, counts]) => counts.every((count) => count >= 0))) {
    emitAll(context, chain, left);
  }
  context.memory.spent = { recorded: {}, stated };
}

function emitAll(context: ClaudeContext, chain: Chain, all: readonly (readonly [string, Counted])[]): void {
  for (const [model, counts] of all) {
    const tokens = tokensOf(counts);
    if (tokens === undefined) continue;
    const text = `${usageText(tokens)}, ${context.isAlone ? 'in all' : 'for a compaction'}`;
    context.emitOn(
      chain,
      `${context.key}-${model.slice(0, 100)}`,
      { is: 'lifecycle', type: 'usage', text },
      { parent: chain.last, tokens, model: model === chain.model ? undefined : model },
    );
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
