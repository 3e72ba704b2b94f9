// npm run test:clients: Claude Code and Codex, driven by a scripted model, export OpenTelemetry straight to a team's
// server while their transcripts are pushed there. Each call must be one event, known from both. Exits 1 when one is not.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Room } from '../agents/agent.ts';
import { claudeCode } from '../agents/drivers/claude-code.ts';
import { codex } from '../agents/drivers/codex.ts';
import { scriptedModel } from '../agents/model/server.ts';
import { environment, freshPlace } from '../agents/room/room.ts';
import { install } from '../agents/room/install.ts';
import { startProcess } from '../agents/room/run-process.ts';
import { stemma } from '../agents/room/stemma.ts';
import { scenarios } from '../agents/scenarios/scenarios.ts';
import { conversationsOf } from '../agents/scenarios/script.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { tryTeam } from '../../src/testing/try-team.ts';

interface Outcome {
  readonly agent: string;
  /** That the model made. */
  readonly calls: number;
  /** Calls in the server's archive. */
  readonly there: number;
  /** Of these, how many have a result. */
  readonly answered: number;
  readonly sessions: number;
  /** Files of the session: from where its events are known. */
  readonly files: readonly string[];
  /** Events that only telemetry has. */
  readonly added: number;
}

/** How an agent is made to export; `url` and `token` are the server's. */
const exporters: Readonly<
  Record<string, (room: Room, url: string, token: string) => Readonly<Record<string, string>>>
> = {
  'claude-code': (_room, url, token) => ({
    CLAUDE_CODE_ENABLE_TELEMETRY: '1',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_LOG_TOOL_DETAILS: '1',
    OTEL_LOGS_EXPORT_INTERVAL: '500',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${token}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '',
  }),
  codex: ({ home }, url, token) => {
    appendFileSync(
      join(home, '.codex/config.toml'),
      `\n[otel]\nlog_user_prompt = true\nexporter = { otlp-http = { endpoint = "${url}/v1/logs", protocol = "binary", headers = { "authorization" = "Bearer ${token}" } } }\n`,
    );
    return {};
  },
};

const outcomes: Outcome[] = [];
for (const agent of [claudeCode, codex]) outcomes.push(await examine(agent));
process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
const isWhole = ({ calls, there, answered, sessions, files }: Outcome) =>
  calls > 0 &&
  there === calls &&
  answered === calls &&
  sessions === 1 &&
  files.includes('main') &&
  files.includes('beside');
process.exitCode = outcomes.every(isWhole) ? 0 : 1;

async function examine(agent: Agent): Promise<Outcome> {
  const scenario = scenarios.find(({ name }) => name === 'fix')!;
  const installed = await install(agent);
  await using team = await tryTeam({ sources: async () => sources });
  using place = freshPlace(`client-${agent.name}`, { keep: false });
  await using model = await scriptedModel(conversationsOf(scenario), (call, earlier) =>
    agent.tool(call, place.project, earlier)!,
  );
  const room: Room = { home: place.home, project: place.project, installed, model: model.url };
  const token = team.token('dev', 'writer');
  await agent.prepare?.(room);
  const exporting = exporters[agent.name]!(room, team.serving.url, token);
  const { file, args, env } = agent.launch(room, scenario.prompt);
  const running = startProcess(file, args, {
    cwd: room.project,
    env: { ...environment(room.home), ...env, ...exporting },
    limitMs: 180_000,
  });
  const { code, err } = await running.ended;
  if (code !== 0) throw new Error(`${agent.title} ended with ${code}: ${err.slice(-2_000)}`);

  const login = { STEMMA_SERVER: team.serving.url, STEMMA_SERVER_TOKEN: token };
  await stemma(room.home, ['share', '*', 'team']);
  await stemma(room.home, ['ingest']);
  await stemma(room.home, ['push'], { env: login });
  // Telemetry is read a moment after it came.
  await sleep(3_000);
  await team.serving[Symbol.asyncDispose]();
  await using store = await openSqlite(team.space('main').archive, { mode: 'read' });
  const { sessions } = await store.read.sessions({}, { limit: 10, offset: 0 });
  const own = sessions.filter(({ events }) => events > 3);
  const uid = own[0]!.uid;
  const steps = (await store.read.steps(uid, { after: 0, limit: 1_000 })).filter(({ tool }) => tool !== null);
  const events = await store.read.events(uid, { after: 0, limit: 10_000 });
  return {
    agent: `${agent.title} ${agent.version}`,
    calls: model.given.flatMap(({ calls }) => calls).length,
    there: steps.length,
    answered: steps.filter(({ id }) => events.some(({ parent, role }) => parent === id && role === 'tool')).length,
    sessions: own.length,
    files: [...new Set((await store.read.filesOf(uid)).map(({ role }) => role))].sort(),
    added: (await store.read.secondaryEvents(uid, 1_000)).length,
  };
}
