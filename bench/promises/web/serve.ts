import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hundredThousand } from '../../kept-session.ts';
import type { Finding, Say, SpeedPromise } from '../../promise.ts';
import { served } from '../../served.ts';
import { median } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const clients = 100;
/** `STEMMA_BENCH_MINUTES=10 npm run bench serve` is the whole of it. */
const minutes = Number(process.env['STEMMA_BENCH_MINUTES'] ?? 0.5);
/** Often enough that what a server gathers in its first thousand events is not taken for what it gathers with each. */
const writtenEveryMs = 100;

export const serve: SpeedPromise = {
  name: 'serve',
  says: `With a session of 100,000 events that several clients ask for \`stemma serve\` takes at most 200 MB, and ${clients} clients that follow miss nothing and leave nothing behind.`,

  async measure(say) {
    return {
      how: `The command itself, over sockets, without compression. Live: ${minutes} minutes, a line every ${writtenEveryMs} ms.`,
      findings: [await memory(say), ...(await live(say))],
    };
  },
};

/** Several clients look through a long session at once, each in its own way. */
async function memory(say: Say): Promise<Finding> {
  const { home } = hundredThousand(say);
  await using server = await served({ STEMMA_HOME: home }, '--no-watch');
  const session = '/api/sessions/latest';
  const took: number[] = [];
  const look = async (client: number): Promise<void> => {
    const begun = performance.now();
    const { next } = JSON.parse((await server.get(`${session}/skeleton?limit=${200_000 + client}`)).text) as {
      next: number;
    };
    took.push(performance.now() - begun);
    for (let page = 0; page < 40; page += 1)
      await server.get(`${session}/rows?after=${Math.floor((next * ((page * 7 + client) % 40)) / 40)}`);
    await server.get(`${session}/timeline?limit=2000&after=${client * 5_000}`);
    await server.get(`${session}/errors?limit=${900 + client}`);
    await server.get(`${session}/performance?limit=${10 + client}`);
    await server.get(`${session}/tree?limit=${4_000 + client}`);
    await server.get(`${session}/graph?limit=1000&after=${client * 9_000}`);
    if (client % 4 === 0) await server.get(`${session}/export?format=jsonl`);
  };
  await Promise.all(Array.from({ length: 8 }, (_, client) => look(client)));
  return {
    what: 'most memory, 8 clients and a session of 100,000 events',
    measured: server.peak() / 1e6,
    unit: 'MB',
    most: 200,
    detail: `a skeleton, 8 asked for at once, took ${median(took).toFixed(0)} ms; now ${(server.resident() / 1e6).toFixed(0)} MB`,
  };
}

async function live(say: Say): Promise<Finding[]> {
  using folder = temporaryFolder();
  const project = join(folder.path, '.claude/projects/-home-dev-shop');
  mkdirSync(project, { recursive: true });
  const native = '11111111-2222-4333-8444-555555555555';
  const path = join(project, `${native}.jsonl`);
  appendFileSync(path, lineOf(native, 0));
  await using server = await served({ HOME: folder.path, STEMMA_HOME: join(folder.path, '.stemma') });
  for (
    const deadline = performance.now() + 60_000;
    ((await server.json('/api/sessions')) as { total: number }).total === 0;
  ) {
    if (performance.now() > deadline) throw new Error('The first session was not read within a minute.');
    await sleep(100);
  }
  const followers = await Promise.all(Array.from({ length: clients }, () => server.follow()));
  say(`${clients} clients follow for ${minutes} minutes`);
  const resident: number[] = [];
  const behind: number[] = [];
  let written = 1;
  const ends = performance.now() + minutes * 60_000;
  while (performance.now() < ends) {
    appendFileSync(path, lineOf(native, written));
    written += 1;
    if (written % 5 === 0) resident.push(server.resident());
    if (written % 25 === 0) {
      const wanted = written;
      const since = performance.now();
      while (followers.some(({ events }) => events() < wanted) && performance.now() - since < 10_000) await sleep(2);
      behind.push(performance.now() - since);
    }
    await sleep(writtenEveryMs);
  }
  const deadline = performance.now() + 10_000;
  while (followers.some(({ events }) => events() < written) && performance.now() < deadline) await sleep(20);
  const missed = followers.filter(({ events }) => events() !== written).length;
  const fifth = Math.floor(resident.length / 5);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const growth = mean(resident.slice(-fifth)) - mean(resident.slice(fifth, 2 * fifth));
  return [
    {
      what: `of ${clients} clients that follow, those that did not see the last of ${written} events`,
      measured: missed,
      unit: 'x',
      most: 0,
      detail: `an update reached the last of them after ${median(behind).toFixed(0)} ms`,
    },
    {
      what: 'memory from the second to the last fifth of that time',
      measured: growth / 1e6,
      unit: 'MB',
      most: 10,
      detail: `${(mean(resident) / 1e6).toFixed(0)} MB on average, at most ${(server.peak() / 1e6).toFixed(0)} MB, watch and ${clients} connections included`,
    },
  ];
}

function lineOf(sessionId: string, n: number): string {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  const common = {
    parentUuid: n === 0 ? null : `u${n - 1}`,
    uuid: `u${n}`,
    sessionId,
    isSidechain: false,
    timestamp: at,
    cwd: '/home/dev/shop',
    version: '2.1.300',
  };
  if (n === 0)
    return `${JSON.stringify({ ...common, type: 'user', message: { role: 'user', content: 'Find out where the totals come from' } })}\n`;
  const block =
    n % 2 === 1
      ? { type: 'tool_use', id: `toolu_${n}`, name: 'Bash', input: { command: `grep -rn total${n} src` } }
      : { type: 'tool_result', tool_use_id: `toolu_${n - 1}`, content: `src/cart.ts:${n}: const total${n} = 0;` };
  return `${JSON.stringify({ ...common, type: n % 2 === 1 ? 'assistant' : 'user', message: { id: `m${n}`, role: n % 2 === 1 ? 'assistant' : 'user', model: 'm', content: [block] } })}\n`;
}
