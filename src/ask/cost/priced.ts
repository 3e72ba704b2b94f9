import type { Cost, Session } from '../../model/session.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import type { StoreReader, UsageRow } from '../../store/store.ts';

/** The same reader, whose sessions say what they cost. The prices are loaded when a session has used something. */
export function priced(read: StoreReader, home: string): StoreReader {
  let loading: Promise<Pricing> | undefined;
  const withMoney = async (sessions: readonly Session[]): Promise<readonly Session[]> => {
    if (sessions.length === 0) return sessions;
    // Some agents record money and no tokens, so it is not the session that says whether it used anything.
    const filter = sessions.length > most ? {} : { sessions: sessions.map(({ uid }) => uid) };
    const used = await read.usage(filter, 'session');
    if (used.length === 0) return sessions;
    loading ??= load(home);
    const pricing = await loading;
    const costs = Map.groupBy(used, ({ key }) => key);
    return sessions.map((session) => {
      const rows = costs.get(session.uid);
      return rows === undefined ? session : { ...session, cost: { ...session.cost, ...pricing.of(rows) } };
    });
  };
  const one = async (session: Session | undefined): Promise<Session | undefined> =>
    session && (await withMoney([session]))[0];
  return {
    ...read,
    session: async (uid) => one(await read.session(uid)),
    findSessions: async (prefix, limit) => withMoney(await read.findSessions(prefix, limit)),
    sessions: async (filter, page) => {
      const { sessions, total } = await read.sessions(filter, page);
      return { sessions: await withMoney(sessions), total };
    },
    children: async (uid, limit) => withMoney(await read.children(uid, limit)),
  };
}

/** From so many on all are read: that is cheaper than to name them. */
const most = 2_000;

interface Pricing {
  of(rows: readonly UsageRow[]): Pick<Cost, 'usd' | 'usd_is_exact'>;
}

async function load(home: string): Promise<Pricing> {
  const [{ loadPrices }, { CostSum }] = await Promise.all([import('./load-prices.ts'), import('./numbers.ts')]);
  const table: PriceTable = loadPrices(home);
  return {
    of(rows) {
      const sum = new CostSum(table);
      for (const row of rows) sum.add(row);
      const { usd, usd_is_exact } = sum.numbers();
      return { usd, usd_is_exact };
    },
  };
}
