import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingest } from '../../src/ingest/ingest.ts';
import { ownPrices } from '../../src/memory/cost/own-prices.ts';
import { CostSum } from '../../src/ask/cost/numbers.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import type { Relation } from '../../src/model/words.ts';
import type { ReportedUsage } from './reported-usage.ts';

const fixtures = join(import.meta.dirname, '../../src/sources');

/** What stemma counted of one session of a capture. */
export interface Counted {
  readonly uid: SessionUid;
  readonly parent: { readonly uid: SessionUid; readonly relation: Relation } | null;
  readonly tokens: ReportedUsage['tokens'];
  readonly usd: number | null;
  readonly models: readonly { readonly model: string | null; readonly tokens: ReportedUsage['tokens'] }[];
}

/** All sessions of a capture, read as ingest reads them. Undefined when it was not made a fixture. */
export async function counted({
  source,
  capture,
}: Pick<ReportedUsage, 'source' | 'capture'>): Promise<ReadonlyMap<string, Counted> | undefined> {
  const folder = join(fixtures, source, 'fixtures', capture);
  if (!existsSync(folder)) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'stemma-cost-'));
  await using store = await openSqlite(':memory:', { mode: 'write' });
  await ingest({
    store,
    sources,
    machine: { home, env: {} },
    paths: [folder],
    exclude: [],
    workspace: 'local',
    clock: () => 1_800_000_000_000,
  });
  rmSync(home, { recursive: true, force: true });
  const used = Map.groupBy(await store.read.usage({}, 'session'), ({ key }) => key);
  const { sessions } = await store.read.sessions({}, { limit: 10_000, offset: 0 });
  return new Map(
    sessions.map(({ uid, parent }) => {
      const models = (used.get(uid) ?? []).map(({ model, tokens }) => ({
        model,
        tokens: [tokens.input, tokens.output, tokens.cache_read, tokens.cache_write] as const,
      }));
      const sum = new CostSum(ownPrices());
      for (const row of used.get(uid) ?? []) sum.add(row);
      const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, usd } = sum.numbers();
      return [
        uid,
        {
          uid,
          parent: parent && { uid: parent.uid, relation: parent.relation },
          tokens: [input_tokens, output_tokens, cache_read_tokens, cache_write_tokens],
          usd,
          models,
        },
      ];
    }),
  );
}
