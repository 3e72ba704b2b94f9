import type {
  AttemptRow,
  Batch,
  ChainRow,
  EventRow,
  InvocationRow,
  SessionRow,
  StoreWriter,
} from '../src/store/store.ts';
import { Random } from './generate/random.ts';
import { built } from './stemma.ts';

/**
 * Shares as in the sessions people have shown us: a thousand events come in ten sessions, with 33 failures, 33 things
 * tried, 8 more complaints, and 7 uses of skills.
 */
const perSession = { failures: 1, uses: 1 } as const;
const everyMs = 30 * 60 * 1000;
const agents = [
  ['claude-code', 'claude', 'claude-opus-5-5'],
  ['codex', 'codex', 'gpt-6'],
] as const;

/**
 * Adds many short sessions to an archive: three in a family, one every half hour until `now`, forty repositories, two
 * agents, failures of which a few come all the time and most once, and uses of a hundred skills. Rows as ingest would
 * make them, without their bytes: lists read none.
 */
export async function addManySessions(path: string, count: number, now: number): Promise<void> {
  const { openSqlite } = await built('store/sqlite/open');
  const { eventKey, sessionUid, treeKey } = await built('model/ids');
  const random = new Random(3);
  await using store = await openSqlite(path, { mode: 'write' });
  await store.write.gather();
  for (let number = 0; number < count; number++) {
    const first = number - (number % 3);
    const [source, flavor, model] = agents[first % 4 === 3 ? 1 : 0]!;
    const uid = sessionUid(flavor, `session-${number}`);
    const root = sessionUid(flavor, `session-${first}`);
    const at = now - (count - number) * everyMs;
    const tree = treeKey(root);
    const keyOf = (step: number) => eventKey(uid, String(step));
    const session: SessionRow = {
      uid,
      source,
      nativeId: `session-${number}`,
      root,
      workspace: 'local',
      title: `Fix the ${['cart', 'till', 'shelf', 'price'][number % 4]} number ${number}`,
      ...(uid !== root && { parent: { uid: root, relation: 'subagent' as const } }),
      repo: `/home/dev/repo-${first % 40}`,
      branch: 'main',
      model,
      startedAt: at - 1000,
      endedAt: at,
      add: {
        events: 50,
        steps: 20,
        errors: perSession.failures,
        turns: 2,
        retries: 1,
        inputTokens: 10,
        outputTokens: 20,
        cacheTokens: 6,
        wallClockMs: 1000,
      },
    };
    const steps = Array.from({ length: 2 * perSession.failures }, (_, step) => eventOf(uid, keyOf(step), at, model));
    const chains = Array.from({ length: perSession.failures }, (_, step) =>
      chainOf(random, { tree, chain: keyOf(2 * step), session: uid, at }, { id: { tree, event: keyOf(2 * step + 1) } }),
    );
    await store.write.commit({
      ...nothing,
      tree,
      file: fileOf(session, at),
      sessions: [session],
      events: steps,
      chains,
    });
    await store.write.putMinedUses({
      session: uid,
      phase: 'execution',
      uses: Array.from({ length: perSession.uses }, (_, use) =>
        useOf(random, { tree, invocation: keyOf(use), session: uid, at }),
      ),
    });
    if (number % 500 === 499) await nextStep(store.write);
  }
  await store.write.flush();
  await store.write.settle();
}

async function nextStep(write: StoreWriter): Promise<void> {
  await write.flush();
  await write.gather();
}

const nothing = {
  pieces: [],
  again: [],
  replaced: [],
  renewed: false,
  outcomes: [],
  links: [],
  edges: [],
  unknown: [],
  issues: [],
} as const;

function fileOf({ uid: session, source }: SessionRow, readAt: number): Batch['file'] {
  const lines = { mapped: 50, state: 0, copy: 0, raw: 0, issue: 0 };
  return {
    path: `/home/dev/${session}.jsonl`,
    source,
    session,
    role: 'main',
    version: 0,
    bytes: 0,
    offset: 0,
    lines,
    torn: false,
    size: 0,
    mtimeMs: 0,
    state: null,
    readAt,
  };
}

function eventOf(session: SessionRow['uid'], key: number, at: number, model: string): EventRow {
  return {
    session,
    key,
    native: null,
    at,
    kind: 'tool_call',
    act: 'check',
    type: null,
    role: 'assistant',
    tool: 'Bash',
    summary: 'npm test',
    failed: true,
    origin: null,
    parent: null,
    step: key,
    turn: null,
    tokens: { input: 10, output: 20, cache_read: 5, cache_write: 1 },
    model,
    usd: null,
    durationMs: 1000,
    marks: [],
    offset: 0,
    length: 1,
    line: 1,
    search: null,
  };
}

function chainOf(
  random: Random,
  named: Pick<ChainRow, 'tree' | 'chain' | 'session' | 'at'>,
  { id }: Pick<AttemptRow, 'id'>,
): ChainRow {
  const rank = rankOf(random, 10_000);
  const at = named.at ?? 0;
  const kind = random.chance(0.7) ? 'real' : random.of(['benign', 'denied', 'cascade'] as const);
  const state = kind !== 'real' || random.chance(0.3) ? 'open' : random.chance(0.03) ? 'unverified' : 'resolved';
  const attempt: AttemptRow = {
    id,
    action: `edit src/part-${rank % 50}.ts`,
    codeChanges: null,
    successful: state === 'resolved',
    marks: [`edit src/part-${rank % 50}.ts`],
    at: at + 500,
  };
  return {
    ...named,
    basis: 'mined',
    kind,
    type: rank % 3 === 0 ? 'error' : `type ${rank % 60}`,
    message: `step ${wordOf(rank)} went wrong in src/part-${rank % 50}.ts`,
    fingerprint: `step ${wordOf(rank)} went wrong`,
    also: random.chance(0.23) ? [`part ${wordOf(rankOf(random, 500))} is missing`] : [],
    action: 'npm test',
    marks: [`run npm test`, `read src/part-${rank % 50}.ts`],
    context: null,
    state,
    resolvedAt: state === 'resolved' ? at + 1000 : null,
    verifiedBy: null,
    culprit: [],
    attempts: [attempt],
  };
}

function useOf(random: Random, named: Pick<InvocationRow, 'tree' | 'invocation' | 'session' | 'at'>): InvocationRow {
  const rank = rankOf(random, 100);
  const what = (['agent', 'skill', 'command', 'mcp'] as const)[rank % 4]!;
  const completed = random.chance(0.1) ? null : random.chance(0.8);
  return {
    ...named,
    skill: `${what === 'command' ? '/' : ''}${wordOf(rank)}`,
    what,
    path: 'exploration > execution',
    phase: random.of(['exploration', 'execution', 'verification']),
    query: 'Make the total right in the cart and in the till',
    request: `Look for ${wordOf(rank)} wherever it is used`,
    alternatives: [],
    rank: null,
    end: {
      completed,
      durationSeconds: 12.5,
      followUps: [random.of(['edit cart.ts', 'run npm test', 'read till.ts'])],
      errorType: completed === false ? 'interrupted' : null,
    },
  };
}

/** The first come all the time, most of them once. */
function rankOf(random: Random, most: number): number {
  return Math.floor(most ** random.next()) - 1;
}

/** Fingerprints leave numbers out, so that names must do without. */
function wordOf(rank: number): string {
  return [...String(rank)].map((digit) => 'ba be bi bo bu da de di do du'.split(' ')[Number(digit)]).join('');
}
