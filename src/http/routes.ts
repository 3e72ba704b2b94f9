import { Readable } from 'node:stream';
import { perform } from '../entries/entry.ts';
import { markResolved } from '../entries/mark-resolved.ts';
import { recordFixAttempt } from '../entries/record-fix-attempt.ts';
import { recordJudgement } from '../entries/record-judgement.ts';
import { removeJudgement } from '../entries/remove-judgement.ts';
import { ingestedAt } from '../ask/archive/archive-age.ts';
import type { ExportFormat } from '../ask/export/formats.ts';
import { exportQuestion } from '../ask/export/question.ts';
import { findSession } from '../ask/find/find-session.ts';
import { judgePlan } from '../ask/judge/question.ts';
import type { Question } from '../ask/question/question.ts';
import { questions } from '../ask/questions.ts';
import { image } from '../ask/step-detail/image-question.ts';
import type { About, AboutAnswer } from './about.ts';
import { handoffAgentNames } from '../ask/resume/handoff/handoff-agent.ts';
import type { SetupAnswer } from '../live/setup/setup-answer.ts';
import { judgeSession } from './judge-session.ts';
import { openapi } from './openapi.ts';
import { HttpError } from './response/http-error.ts';
import { fresh, getFile, post, questionContext, routesOf, type Route } from './route.ts';
import { serveMcp } from './serve-mcp.ts';

const imageRoute = getFile({
  path: '/api/events/:event/images/:number',
  summary: image.summary,
  input: image.input,
  output: 'a PNG, JPEG, GIF or WebP',
  run: (context, input, send) =>
    context.archive.ask(async (opened) => {
      const { media_type: type, bytes } = await image.run(questionContext(context, opened), input);
      await send({ type, content: bytes });
    }),
});

const exportRoute = getFile({
  path: '/api/sessions/:session/export',
  summary: exportQuestion.summary,
  input: exportQuestion.input,
  output: 'text in that format',
  run: (context, input, send) =>
    context.archive.ask(async (opened) => {
      const { native_id: id } = await findSession(opened.read, input.session);
      const { type, ending } = fileTypes[input.format];
      const pieces = exportQuestion.stream(questionContext(context, opened), input);
      await send({
        type,
        content: Readable.from(pieces, { objectMode: false }),
        saveAs: `${id.slice(0, 60)}.${ending}`,
      });
    }),
});

const fileTypes: Readonly<Record<ExportFormat, { readonly type: string; readonly ending: string }>> = {
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  jsonl: { type: 'application/x-ndjson; charset=utf-8', ending: 'jsonl' },
  causetrace: { type: 'application/x-ndjson; charset=utf-8', ending: 'jsonl' },
  otlp: { type: 'application/x-ndjson; charset=utf-8', ending: 'otlp.jsonl' },
  md: { type: 'text/markdown; charset=utf-8', ending: 'md' },
  transcript: { type: 'text/html; charset=utf-8', ending: 'html' },
  mermaid: { type: 'text/plain; charset=utf-8', ending: 'mmd' },
  dot: { type: 'text/plain; charset=utf-8', ending: 'dot' },
  svg: { type: 'image/svg+xml', ending: 'svg' },
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
};

const resolveRoute = post({
  path: '/api/chains/:chain/resolve',
  summary: markResolved.summary,
  input: markResolved.input,
  output: 'Chain',
  async run({ archive, clock, hub }, input) {
    const { chain } = await perform(markResolved, { archive, clock }, input);
    hub.nudge();
    return chain;
  },
});

const attemptRoute = post({
  path: '/api/chains/:chain/attempts',
  summary: recordFixAttempt.summary,
  input: recordFixAttempt.input,
  output: 'Chain',
  async run({ archive, clock, hub }, input) {
    const { chain } = await perform(recordFixAttempt, { archive, clock }, input);
    hub.nudge();
    return chain;
  },
});

const judgeRoute = post({
  path: '/api/sessions/:session/judge',
  summary: 'Send a session to the configured judge and keep its judgement',
  input: { session: { ...recordJudgement.input.session }, budget: judgePlan.input.budget },
  output: 'Judged',
  run: (context, input) => judgeSession(context, input),
});

const judgementRoute = post({
  path: '/api/sessions/:session/judgement',
  summary: recordJudgement.summary,
  input: recordJudgement.input,
  output: 'Judged',
  async run({ archive, clock, hub }, input) {
    const judged = await perform(recordJudgement, { archive, clock }, input);
    hub.nudge();
    return judged;
  },
});

const removeJudgementRoute = post({
  path: '/api/sessions/:session/judgement/remove',
  summary: removeJudgement.summary,
  input: removeJudgement.input,
  output: 'RemovedJudgement',
  async run({ archive, clock, hub }, input) {
    const removed = await perform(removeJudgement, { archive, clock }, input);
    hub.nudge();
    return removed;
  },
});

const liveRoute: Route = {
  method: 'GET',
  path: '/api/live',
  summary: 'Server-sent events: `hello`, `sessions`, `archive`, `reset`. Continues after `Last-Event-ID`',
  input: {},
  output: 'text/event-stream',
  answers: 'own',
  needsToken: false,
  run: ({ hub }, _, { request, response }) => hub.follow(request, response),
};

const aboutRoute = fresh({
  path: '/api/about',
  summary: 'The server: its version, its store, whether it watches, and what the caller may do',
  input: {},
  output: 'AboutAnswer',
  run: ({ archive, about, sources }, _, { hasToken }): Promise<AboutAnswer> =>
    archive.ask(async ({ read }) => {
      const [{ total }, at] = [await read.sessions({}, { limit: 1, offset: 0 }), await ingestedAt(read)];
      return {
        ...about(),
        may_write: hasToken,
        sources: (await sources()).map(({ name, title }) => ({
          name,
          title,
          handoff: handoffAgentNames.includes(name),
        })),
        sessions: total,
        ingested_at: at === undefined ? null : new Date(at).toISOString(),
        hint: total > 0 ? null : emptyHint(about()),
      };
    }),
});

function emptyHint({ watching, member }: About): string {
  if (member) return 'Nothing is here yet: `stemma login` and `stemma push` on a machine send its sessions.';
  return watching
    ? 'Nothing has been read yet. What your agents do from now on appears here; `stemma demo` shows a built-in example.'
    : 'Nothing has been read yet: `stemma ingest` reads what your agents left on this machine.';
}

const setupRoute = fresh({
  path: '/api/setup',
  summary: 'What is read and kept on this machine: agents, hooks, the archive, prices, what is left out',
  input: {},
  output: 'SetupAnswer',
  run: ({ archive, clock, setup }): Promise<SetupAnswer> => {
    if (setup) return archive.ask(({ read }) => setup(read, clock()));
    throw new HttpError(404, 'no-such-address', 'This server does not know the machine it runs on.', {
      hint: 'Start it with `stemma serve`.',
    });
  },
});

const mcpRoute: Route = {
  method: 'ANY',
  path: '/mcp',
  summary: 'The MCP server (streamable HTTP): see docs/mcp.md',
  input: {},
  output: 'JSON-RPC',
  answers: 'own',
  needsToken: true,
  run: ({ mcp }, _, exchange) => serveMcp(mcp, exchange),
};

const openapiRoute = fresh({
  path: '/openapi.json',
  summary: 'These routes as OpenAPI 3.1',
  input: {},
  output: 'an OpenAPI document',
  run: async ({ about }) => openapi(routes, about().version),
});

/** Every address: those of questions, then the few that are something else. */
export const routes: readonly Route[] = [
  ...Object.values(questions).flatMap((question) => routesOf(question as unknown as Question)),
  exportRoute,
  imageRoute,
  resolveRoute,
  attemptRoute,
  judgeRoute,
  judgementRoute,
  removeJudgementRoute,
  liveRoute,
  aboutRoute,
  setupRoute,
  mcpRoute,
  openapiRoute,
];
