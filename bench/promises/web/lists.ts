import type { Route } from '../../../src/http/route.ts';
import { crowdedMillion } from '../../crowd.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { served } from '../../served.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';

const most = 50;
/** A server lives for days: what is measured are not the first questions it is asked. */
const warm = 5;
const rounds = 15;

/** Asked besides the plain question. */
const also: Readonly<Record<string, readonly string[]>> = {
  '/api/sessions': ['after=1000', 'failed=1', 'q=cart', 'source=codex', 'since=7d'],
  '/api/errors': ['since=30d', 'source=codex', 'states=open', 'after=2000'],
  '/api/errors/patterns': ['since=30d', 'states=open,failed'],
  '/api/errors/unresolved': ['since=30d'],
  '/api/search': ['text=zyzzyva', 'text=cart&failed=1'],
  '/api/cost': ['by=session', 'by=repo', 'by=day', 'since=30d'],
  '/api/overview': ['repo=repo-3'],
  '/api/skills': ['what=skill'],
};

export const lists: SpeedPromise = {
  name: 'lists',
  says: `In an archive of a million events \`stemma serve\` answers any list within ${most} ms.`,

  async measure(say) {
    const { home } = await crowdedMillion(say);
    await using server = await served({ STEMMA_HOME: home }, '--no-watch');
    const findings: Finding[] = [];
    for await (const { what, took } of timesOfLists(server))
      findings.push({
        what,
        measured: median(took),
        unit: 'ms',
        most,
        detail: `best ${Math.min(...took).toFixed(1)} ms, worst ${Math.max(...took).toFixed(1)} ms`,
      });
    const worst = findings.reduce((a, b) => (b.measured > a.measured ? b : a));
    return {
      how: `Every route of the table that has pages or is asked of the whole archive, but for ${Object.keys(noLists).length} that read whole sessions; of the command itself, over a socket, without compression; median of ${rounds} after ${warm}, each another question, so that none comes from what was answered before. The slowest is \`${worst.what}\` with ${worst.measured.toFixed(0)} ms.`,
      findings,
    };
  },
};

/** How long a server takes for each list, in milliseconds, each time asked another way. */
export async function* timesOfLists(
  server: Pick<Awaited<ReturnType<typeof served>>, 'get' | 'json'>,
): AsyncIterable<{ readonly what: string; readonly took: readonly number[] }> {
  const { routes } = await built('http/routes');
  const names = await namesIn(server.json);
  for (const route of routes.filter(isList)) {
    for (const asked of ['', ...(also[route.path] ?? [])]) {
      const took: number[] = [];
      for (let round = 0; round < warm + rounds; round += 1) {
        const begun = performance.now();
        const { status, text } = await server.get(addressOf(route, names, asked, round));
        if (status !== 200) throw new Error(`${route.path} answers ${status}: ${text.slice(0, 500)}`);
        if (round >= warm) took.push(performance.now() - begun);
      }
      yield { what: `GET ${route.path}${asked && `?${asked}`}`, took };
    }
  }
}

/** What comes in pages, and what is asked of everything. */
function isList({ method, answers, path, input }: Route): boolean {
  return method === 'GET' && answers === 'json' && !(path in noLists) && ('limit' in input || !path.includes(':'));
}

/** What looks like one and is none. */
const noLists: Readonly<Record<string, string>> = {
  '/api/sessions/:session/skeleton': 'a whole session: measured by `skeleton`',
  '/api/sessions/:session/failure': 'reads a whole session: measured by `failure`',
  '/api/sessions/:a/compare/:b': 'reads two whole sessions',
  '/api/events/:name/failure': 'reads the whole session of the event',
  '/api/sessions/:session/performance': 'reads a whole session, and those below it',
  '/api/sessions/:session/files': 'reads a whole session: measured by `browser`',
  '/api/file-history': 'reads every change of a file back from the archive',
  '/api/stats': 'reads every step there is',
};

type Names = Readonly<Record<string, string>>;

/**
 * What the names in paths stand for: the dearest session, which is among the longest, its last failure, and the skill
 * that was used most.
 */
async function namesIn(json: (path: string) => Promise<unknown>): Promise<Names> {
  const { groups } = (await json('/api/cost?by=session')) as { groups: { name: string }[] };
  const uid = groups[0]!.name;
  const { errors } = (await json(`/api/sessions/${encodeURIComponent(uid)}/errors?limit=1000`)) as {
    errors: { id: string }[];
  };
  const { skills } = (await json('/api/skills')) as { skills: { skill_name: string }[] };
  return {
    session: uid,
    event: errors.at(-1)!.id,
    name: skills[0]!.skill_name,
    text: 'total',
    need: 'find out why a test fails',
    about: 'error TS2339: Property cart does not exist on type Till',
  };
}

/** Another question each round, that takes as long to answer. */
function addressOf({ path, input }: Route, names: Names, asked: string, round: number): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(known(names, name, path)));
  const search = new URLSearchParams(asked);
  for (const [name, param] of Object.entries(input))
    if (param.required && !path.includes(`:${name}`) && !search.has(name)) search.set(name, known(names, name, path));
  const limit = input['limit'];
  if (limit?.type === 'integer') search.set('limit', String(limitIn(round, limit.default ?? usualLimit)));
  else if ('days' in input) search.set('days', String(7 + round));
  else if ('since' in input) search.set('since', new Date(round * 1000).toISOString());
  else throw new Error(`Say in bench/promises/web/lists.ts how ${path} is asked twice.`);
  return `${filled}?${search.toString()}`;
}

/** Where the route has none: what it answers with is bounded otherwise. */
const usualLimit = 20;

/** Around the usual one, as often above it as below. */
function limitIn(round: number, usual: number): number {
  if (usual <= (warm + rounds) / 2) return usual + round;
  return round % 2 === 1 ? usual + (round + 1) / 2 : usual - round / 2;
}

function known(names: Names, name: string, path: string): string {
  // An event may be given by any of its names, a skill has one.
  const value = names[name === 'name' && path.startsWith('/api/events/') ? 'event' : name];
  if (value === undefined) throw new Error(`Say in bench/promises/web/lists.ts what \`${name}\` of ${path} is to be.`);
  return value;
}
