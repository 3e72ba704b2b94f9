import { loadBudget } from '../../ask/cost/budget.ts';
import { loadPrices } from '../../ask/cost/load-prices.ts';
import { sessionUid } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { AgentWithStatusLine } from '../../sources/agent/descriptor.ts';
import { spentNow, type UsageReader } from './spent-now.ts';
import { statusLine } from './status-line.ts';

interface Asked {
  readonly home: string;
  readonly agent: AgentWithStatusLine;
  readonly payload: JsonObject;
  readonly now: number;
  readonly colours: boolean;
  /** Undefined where there is no archive that can be read at once. */
  readonly read: UsageReader | undefined;
}

/** The line for what an agent hands its status line program on standard input. */
export async function statusLineOf({ home, agent, payload, now, colours, read }: Asked): Promise<string> {
  const session = agent.statusLine.read(payload);
  const { native, usd } = session;
  const spent =
    read &&
    (await spentNow(read, {
      table: loadPrices(home),
      budget: loadBudget(home),
      now,
      source: agent.name,
      session: native === undefined ? undefined : sessionUid(agent.flavor, native),
      usd,
    }));
  return statusLine(session, spent, { colours });
}
