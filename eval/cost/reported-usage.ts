import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What an agent itself says that a session used: its last word about it. */
export interface ReportedUsage {
  /** Source and case, as below `src/sources/<source>/fixtures`. */
  readonly source: string;
  readonly capture: string;
  readonly session: string;
  /** Where in the capture it says so. */
  readonly where: string;
  /** Whether it counts sub-agents in. */
  readonly withSubagents: boolean;
  /** Input without what was cached, output, read from and written to the cache. */
  readonly tokens: readonly [input: number, output: number, cacheRead: number, cacheWrite: number];
  readonly usd: number | null;
  /** The same by model, where it says so. */
  readonly models?: Readonly<Record<string, ReportedUsage['tokens']>>;
}

/** Everything the agents of these captures say about what they used. */
export function reportedIn(agents: string): readonly ReportedUsage[] {
  const shared = (group: string, name: string) => join(agents, group, 'captures', name);
  const one = 'codex-opencode-gemini-qwen';
  const other = 'copilot-continue-grok-pi-cline-droid-aider';
  return [
    ...['1.0.128', '2.0.77', '2.1.63', '2.1.325'].flatMap((version) =>
      each(join(agents, 'claude-code/captures', version), (folder, name) => claude(folder, `${version}-${name}`)),
    ),
    ...[
      ['codex', '0.166.0'],
      ['codex-0.140.0', '0.140.0'],
      ['codex-0.98.0', '0.98.0'],
    ].flatMap(([name, version]) =>
      each(shared(one, name!), (folder, capture) => codex(folder, `${version}-${capture}`)),
    ),
    ...each(shared(one, 'opencode'), (folder, name) => opencode(folder, `1.18.33-${name}`)),
    ...each(shared(one, 'gemini'), (folder, name) => gemini(folder, `0.61.0-${name}`)),
    ...each(shared(one, 'qwen'), (folder, name) => qwen(folder, `0.24.4-${name}`)),
    ...each(shared(other, 'copilot'), (folder, name) => copilot(folder, `1.0.102-${name}`)),
    ...each(shared(other, 'continue'), (folder, name) => continueDev(folder, `1.5.47-${name}`)),
    ...each(shared(other, 'grok'), (folder, name) =>
      grok(folder, `1.0.41-${name === 'killed' ? 'killed-resumed' : name}`),
    ),
    ...each(shared(other, 'cline'), (folder, name) => cline(folder, `3.0.65-${name}`)),
    ...each(shared(other, 'droid'), (folder, name) => droid(folder, `0.225.2-${name}`)),
  ];
}

// oxlint-disable-next-line typescript/no-explicit-any -- files of ours, in ten shapes: a wrong guess fails at once
type Json = Readonly<Record<string, any>>;

/** 2.1.325 ends a transcript with it; earlier versions only print it to stdout, once per process. */
function claude(folder: string, capture: string): ReportedUsage[] {
  const states = below(folder, /projects\/[^/]+\/[0-9a-f-]{36}\.jsonl$/).flatMap((path) => {
    const last = lines(path)
      .filter((line) => line['type'] === 'cost-state')
      .at(-1);
    return last
      ? [
          claudeSays(
            capture,
            basename(path, '.jsonl'),
            'cost-state in the transcript',
            [last['modelUsage']],
            last['totalCostUSD'],
          ),
        ]
      : [];
  });
  if (states.length > 0) return states;
  const ends = below(folder, /stdout\.\d+\.jsonl$/).flatMap((path) =>
    lines(path)
      .filter((line) => line['type'] === 'result' && line['modelUsage'])
      .slice(-1),
  );
  return [...Map.groupBy(ends, (end) => String(end['session_id']))].map(([session, own]) =>
    claudeSays(
      capture,
      session,
      'result on stdout',
      own.map((end) => end['modelUsage']),
      sum(own.map((end) => end['total_cost_usd'])),
    ),
  );
}

function claudeSays(
  capture: string,
  session: string,
  where: string,
  usages: readonly Json[],
  usd: number,
): ReportedUsage {
  const named = usages.flatMap((usage) => Object.entries(usage as Json));
  const of = (models: readonly Json[]): ReportedUsage['tokens'] => [
    sum(models.map((each) => each['inputTokens'])),
    sum(models.map((each) => each['outputTokens'])),
    sum(models.map((each) => each['cacheReadInputTokens'])),
    sum(models.map((each) => each['cacheCreationInputTokens'])),
  ];
  const models = Object.fromEntries(
    [...Map.groupBy(named, ([model]) => model)].map(([model, own]) => [model, of(own.map(([, usage]) => usage))]),
  );
  return {
    source: 'claude-code',
    capture,
    session: `claude:${session}`,
    where,
    withSubagents: true,
    tokens: of(named.map(([, usage]) => usage)),
    usd,
    ...(named.length > 0 && { models }),
  };
}

function codex(folder: string, capture: string): ReportedUsage[] {
  return below(folder, /rollout-.*\.jsonl$/)
    .filter((path) => !path.includes('at-'))
    .flatMap((path) => {
      const total = lines(path)
        .map((line) => line['payload']?.['info']?.['total_token_usage'])
        .filter(Boolean)
        .at(-1);
      const session = /([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/.exec(path)![1]!;
      return total
        ? [
            reported(
              'codex',
              capture,
              `codex:${session}`,
              'last token_count of the thread',
              total['input_tokens'],
              total['output_tokens'],
              total['cached_input_tokens'],
              total['cache_write_input_tokens'],
            ),
          ]
        : [];
    });
}

function opencode(folder: string, capture: string): ReportedUsage[] {
  return below(folder, /opencode\.db$/)
    .filter((path) => !/at-/i.test(path))
    .flatMap((path) => {
      using db = new DatabaseSync(path, { readOnly: true });
      return (db.prepare('select * from session').all() as Json[]).map((row): ReportedUsage => ({
        source: 'opencode',
        capture,
        session: `opencode:${row['id']}`,
        where: 'table session',
        withSubagents: false,
        tokens: [
          row['tokens_input'],
          row['tokens_output'] + row['tokens_reasoning'],
          row['tokens_cache_read'],
          row['tokens_cache_write'],
        ],
        usd: row['cost'],
      }));
    });
}

/** One for each process; a resumed session has several. */
function gemini(folder: string, capture: string): ReportedUsage[] {
  const ends = below(folder, /stdout[^/]*\.jsonl$/).flatMap((path) => {
    const all = lines(path);
    const session = all.find((line) => line['type'] === 'init')?.['session_id'];
    const stats = all.findLast((line) => line['type'] === 'result')?.['stats'];
    return session && stats ? [{ session: String(session), stats }] : [];
  });
  return [...Map.groupBy(ends, ({ session }) => session)].map(([session, own]) => {
    const count = (of: (stats: Json) => number) => sum(own.map(({ stats }) => of(stats)));
    const input = count((stats) => stats['input_tokens']);
    return reported(
      'gemini',
      capture,
      `gemini:${session}`,
      'result on stdout',
      input,
      count((stats) => stats['total_tokens']) - input,
      count((stats) => stats['cached']),
      0,
      true,
    );
  });
}

function qwen(folder: string, capture: string): ReportedUsage[] {
  const last = below(folder, /usage_record\.jsonl$/)
    .flatMap(lines)
    .at(-1);
  if (!last) return [];
  const models: Json[] = Object.values(last['models']);
  const count = (field: string) => sum(models.map((model) => model[field]));
  return [
    reported(
      'qwen',
      capture,
      `qwen:${last['sessionId']}`,
      'usage_record.jsonl',
      count('inputTokens'),
      count('outputTokens'),
      count('cachedTokens'),
      0,
      true,
    ),
  ];
}

function copilot(folder: string, capture: string): ReportedUsage[] {
  return below(folder, /session-state\/[^/]+\/events\.jsonl$/)
    .filter((path) => !path.includes('at-'))
    .flatMap((path) => {
      const metrics = lines(path).findLast((line) => line['type'] === 'session.shutdown')?.['data']?.['modelMetrics'];
      if (!metrics) return [];
      const count = (field: string) => sum(Object.values(metrics as Json).map((model) => model['usage'][field]));
      return [
        reported(
          'copilot',
          capture,
          `copilot:${basename(join(path, '..'))}`,
          'session.shutdown',
          count('inputTokens'),
          count('outputTokens'),
          count('cacheReadTokens'),
          count('cacheWriteTokens'),
          true,
        ),
      ];
    });
}

function continueDev(folder: string, capture: string): ReportedUsage[] {
  return below(folder, /sessions\/[0-9a-f-]{36}\.json$/).flatMap((path) => {
    const { sessionId, usage } = json(path);
    if (!usage) return [];
    const { cachedTokens = 0, cacheWriteTokens = 0 } = usage['promptTokensDetails'] ?? {};
    return [
      {
        ...reported(
          'continue',
          capture,
          `continue:${sessionId}`,
          'usage of the session',
          usage['promptTokens'],
          usage['completionTokens'],
          cachedTokens,
          cacheWriteTokens,
        ),
        usd: usage['totalCost'],
      },
    ];
  });
}

function grok(folder: string, capture: string): ReportedUsage[] {
  return below(folder, /usage\.json$/)
    .filter((path) => !path.includes('at-kill'))
    .map((path) => {
      const { sessionId, session } = json(path);
      return reported(
        'grok',
        capture,
        `grok:${sessionId}`,
        'usage.json',
        session['inputTokens'],
        session['outputTokens'],
        session['cachedReadTokens'],
        session['cacheCreationTokens'],
        true,
      );
    });
}

function cline(folder: string, capture: string): ReportedUsage[] {
  return below(folder, /data\/sessions\/[^/]+\/\d+_[^/.]+\.json$/)
    .filter((path) => !path.includes('at-'))
    .flatMap((path) => {
      const { session_id: id, metadata } = json(path);
      const usage = metadata?.['aggregateUsage'];
      return usage
        ? [
            reported(
              'cline',
              capture,
              `cline:${id}`,
              'aggregateUsage of the session',
              usage['inputTokens'],
              usage['outputTokens'],
              usage['cacheReadTokens'],
              usage['cacheWriteTokens'],
            ),
          ]
        : [];
    });
}

function droid(folder: string, capture: string): ReportedUsage[] {
  return below(folder, /\.settings\.json$/).map((path): ReportedUsage => {
    const usage = json(path)['inclusiveTokenUsage'];
    return {
      source: 'droid',
      capture,
      session: `droid:${basename(path, '.settings.json')}`,
      where: 'inclusiveTokenUsage',
      withSubagents: true,
      tokens: [
        usage['inputTokens'],
        usage['outputTokens'] + usage['thinkingTokens'],
        usage['cacheReadTokens'],
        usage['cacheCreationTokens'],
      ],
      usd: null,
    };
  });
}

/** Of agents that count what was cached among the input. */
function reported(
  source: string,
  capture: string,
  session: string,
  where: string,
  input: number,
  output: number,
  read: number,
  write = 0,
  withSubagents = false,
): ReportedUsage {
  return {
    source,
    capture,
    session,
    where,
    withSubagents,
    tokens: [input - read - write, output, read, write],
    usd: null,
  };
}

function each(
  folder: string,
  read: (folder: string, name: string) => readonly ReportedUsage[],
): readonly ReportedUsage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => read(join(folder, name), name));
}

function below(folder: string, named: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => named.test(path))
    .toSorted();
}

function lines(path: string): readonly Json[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const value = JSON.parse(line) as unknown;
        return typeof value === 'object' && value !== null ? [value as Json] : [];
      } catch {
        return [];
      }
    });
}

function json(path: string): Json {
  return JSON.parse(readFileSync(path, 'utf8')) as Json;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + (value ?? 0), 0);
}
