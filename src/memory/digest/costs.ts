import type { DigestCost } from '../../model/digest.ts';
import { redact } from '../../platform/redact.ts';

type Used = DigestCost['models'][number];

/** The most used models first; the rest is summed up without a name. */
export function byUse(models: readonly Used[]): readonly Used[] {
  const sorted = models
    .map((used) => ({ ...used, model: used.model === null ? null : redact(used.model) }))
    .sort((a, b) => sum(b) - sum(a));
  if (sorted.length <= maxModels) return sorted;
  const rest = sorted.slice(maxModels).reduce((all, used) => ({ model: null, ...added(all, used) }));
  return [...sorted.slice(0, maxModels), { ...rest, model: null }];
}

const maxModels = 8;

function added(a: Used, b: Used): Omit<Used, 'model'> {
  const hour = (a.cache_write_1h ?? 0) + (b.cache_write_1h ?? 0);
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
    ...(hour > 0 && { cache_write_1h: hour }),
    usd: a.usd === null && b.usd === null ? null : (a.usd ?? 0) + (b.usd ?? 0),
  };
}

function sum({ input, output, cache_read, cache_write }: Used): number {
  return input + output + cache_read + cache_write;
}
