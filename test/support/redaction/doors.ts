import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Archive } from '../../../src/ask/archive/archive.ts';
import type { Fields } from '../../../src/ask/question/field.ts';
import { questions, streams } from '../../../src/ask/questions.ts';
import { loadCommand, verbs } from '../../../src/cli/commands/table.ts';
import type { Command, Positional } from '../../../src/cli/line/command.ts';
import { routes } from '../../../src/http/routes.ts';
import { serve } from '../../../src/http/serve.ts';
import { hookAdvice } from '../../../src/live/advice/hook-advice.ts';
import { hookResume } from '../../../src/live/resume/hook-resume.ts';
import { createServer } from '../../../src/mcp/create-server.ts';
import { openStemmaOf } from '../../../src/sdk/open-stemma.ts';
import { sources } from '../../../src/sources/all-sources.ts';
import { openAsItIs } from '../../../src/store/sqlite/open-as-it-is.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import type { StoreMode } from '../../../src/store/store.ts';
import { fakeApp } from '../../../src/testing/fake-app.ts';
import { jsonSchemaValidator } from '../mcp-client.ts';
import type { Sample } from './sample.ts';

// Every way out of an archive, from the tables the program itself is made from: what is added there is asked here.

/** What came out of a door. */
export interface Answer {
  /** Such as `cli timeline`, `http /api/cost`, `mcp why`. */
  readonly door: string;
  readonly question: string;
  readonly text: string;
}

/** What is given as names of things. */
export type Names = Omit<Sample, 'agent'>;

export interface Doors {
  /** The user's home; the archive is in `.stemma` below it. */
  readonly home: string;
  readonly sample: Sample;
  /** Who knows enough of a door need not ask it again. */
  readonly isKnown?: (door: string) => boolean;
}

export async function* everyDoor(doors: Doors): AsyncGenerator<Answer> {
  // What changes the archive comes last.
  yield* http(doors);
  yield* mcp(doors);
  yield* library(doors);
  yield* hooks(doors);
  yield* commandLine(doors);
}

/** Values for an input of this name. A name nobody knows is an error, so that a new input is not left out. */
function valuesOf(name: string, sample: Names): readonly string[] {
  const values = byName(sample)[name];
  if (!values) throw new Error(`test/support/redaction/doors.ts does not know what to give for "${name}".`);
  return values;
}

function byName(sample: Names): Readonly<Record<string, readonly string[]>> {
  const { sessions, events, chains, skills, texts, secret, folder } = sample;
  return {
    session: [...sessions, secret],
    a: sessions,
    b: sessions.toReversed(),
    event: [...events, secret],
    chain: [...chains, ...events.slice(0, 1), secret],
    name: [...sessions, ...events, ...skills, secret],
    skill: [...skills, secret],
    text: [...texts, secret],
    about: [...texts, ...chains, secret],
    message: texts,
    error: texts,
    need: texts,
    action: texts,
    target: [...sample.files, secret],
    to: ['codex', secret],
    // `%` is another number every time.
    file: [join(folder, 'file-%')],
    path: [...sample.files.slice(0, 1).map((file) => join(folder, file)), join(folder, secret)],
    command: ['why', secret],
    shell: ['bash'],
    repo: ['shop', secret],
    who: ['mine', secret],
    // Nobody listens there.
    url: ['http://127.0.0.1:9', `http://127.0.0.1:9/${secret}`],
    number: ['1'],
    limit: ['5'],
    argument: ['--verbose'],
    answers: [JSON.stringify({ outcome: { what: 'failed', why: secret } }), secret],
    model: [secret],
  };
}

/** The first values of every input, then the second, until each value of each was given. */
function* combinations(names: readonly string[], sample: Names, fields: Fields = {}): Generator<readonly string[]> {
  const lists = names.map((name) => {
    const field = fields[name];
    return field?.type === 'choice' ? field.choices : valuesOf(name, sample);
  });
  const most = Math.max(1, ...lists.map(({ length }) => length));
  for (let turn = 0; turn < most; turn++)
    yield lists.map((list) => (list[turn % list.length] ?? '').replace('%', String(fresh++)));
}
let fresh = 0;

/** Of these inputs every choice gives another answer; others only narrow it. */
const shaping = ['format', 'by'];

/** Each choice of each of these inputs, but for those that are given anyway. */
function* choicesOf(fields: Fields, given: readonly string[] = []): Generator<readonly [string, string]> {
  for (const name of shaping.filter((each) => !given.includes(each))) {
    const field = fields[name];
    if (field?.type === 'choice') for (const choice of field.choices) yield [name, choice];
  }
}

function requiredOf(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, { required }]) => (required ? [name] : []));
}

// --- the command line

/** Verbs that are not asked here, and why. */
const leftOut: Readonly<Record<string, string>> = {
  serve: 'a door of its own',
  server: 'a door of its own: test/team/isolation.test.ts',
  token: 'of a server: there is none here',
  workspace: 'of a server: there is none here',
  audit: 'of a server: there is none here',
  mcp: 'a door of its own',
  run: 'starts a program',
  install: 'shows settings of agents',
  uninstall: 'shows settings of agents',
  demo: 'shows the built-in example',
  login: 'asks a server for a token',
};
/** These change the archive, so they come last. */
const changing = ['remember', 'restore', 'backup', 'db', 'rebuild', 'evict', 'forget'];

/** What a verb is not asked without. */
const needed: Readonly<Record<string, (sample: Sample) => readonly string[]>> = {
  handoff: () => ['--to', 'codex'],
  judge: () => ['--print'],
  blame: ({ folder }) => ['--repo', folder],
  restore: ({ folder }) => ['--to', join(folder, `restored-${fresh++}`)],
  forward: () => ['--otlp', 'http://127.0.0.1:9', '--dry-run'],
  evict: () => ['--dry-run'],
  forget: () => ['--dry-run'],
  patterns: () => ['--min-count', '1'],
  watch: () => ['--once'],
};

async function* commandLine({ home, sample, isKnown }: Doors): AsyncGenerator<Answer> {
  // So wide that no secret is cut off in a table.
  const { run } = fakeApp(home, { sources: async () => sources, clock: () => sample.now }, 400);
  const asked = verbs.filter((verb) => !(verb in leftOut) && !changing.includes(verb));
  for (const verb of [...asked, ...changing]) {
    for (const argv of lines(await loadCommand(verb), sample)) {
      if (isKnown?.(`cli ${verb}`)) break;
      if (verb === 'watch') sample.agent.writesSession();
      const { out, err } = await run(verb, ...argv);
      yield { door: `cli ${verb}`, question: [verb, ...argv].join(' '), text: out + err };
    }
  }
}

function* lines({ name, positionals, flags }: Command, sample: Sample): Generator<readonly string[]> {
  const always = () => needed[name]?.(sample) ?? [];
  for (const shape of positionalShapes(positionals)) {
    let isJson = false;
    for (const args of combinations(shape, sample)) {
      yield [...args, ...always()];
      if ((isJson = !isJson)) yield [...args, ...always(), '--json'];
    }
  }
  for (const flag of flagLines(flags, sample)) {
    const [args = []] = combinations(positionalShapes(positionals).at(-1)!, sample);
    yield [...args, ...always(), ...flag];
  }
}

/** With and without what is optional. */
function positionalShapes(positionals: readonly Positional[]): readonly (readonly string[])[] {
  const all = positionals.map(({ name }) => name);
  const required = positionals.flatMap(({ name, optional }) => (optional ? [] : [name]));
  return required.length === all.length ? [all] : [required, all];
}

function* flagLines(flags: Fields, sample: Sample): Generator<readonly string[]> {
  for (const [name, { type }] of Object.entries(flags)) {
    if (type === 'flag') yield [`--${name}`];
    // Where something is written to is not asked for.
    else if (type === 'text' && !['out', 'to'].includes(name)) yield [`--${name}`, sample.secret];
  }
  for (const [name, choice] of choicesOf(flags)) yield [`--${name}`, choice];
}

// --- the library

async function* library({ home, sample, isKnown }: Doors): AsyncGenerator<Answer> {
  const parts = {
    openStore: <Mode extends StoreMode>(path: string, mode: Mode) => openSqlite(path, { mode }),
    sources,
    machine: { home, env: {} },
    clock: () => sample.now,
  };
  await using stemma = await openStemmaOf(parts, { home: join(home, '.stemma') });
  for (const [prefix, part] of Object.entries({ '': stemma, 'tracker.': stemma.tracker, 'skills.': stemma.skills })) {
    for (const name of methodsOf(part)) {
      const method = (part as unknown as Record<string, (...args: unknown[]) => unknown>)[name]!;
      for (const args of argumentsOf(`${prefix}${name}`, sample)) {
        if (isKnown?.(`sdk ${prefix}${name}`)) break;
        const text = await textOf(() => method.call(part, ...args));
        yield { door: `sdk ${prefix}${name}`, question: `${prefix}${name}(${JSON.stringify(args)})`, text };
      }
    }
  }
}

function argumentsOf(name: string, sample: Sample): Iterable<readonly unknown[]> {
  const asked = (
    { ...questions, ...streams } as Readonly<
      Record<string, { readonly input: Fields; readonly positionals: readonly string[] }>
    >
  )[name];
  return asked ? inputsOf(asked.input, asked.positionals, sample) : (special(sample)[name] ?? anything(sample));
}

function* inputsOf(fields: Fields, positionals: readonly string[], sample: Sample): Generator<readonly unknown[]> {
  const options = {
    ...('folder' in fields && { folder: sample.folder }),
    ...('minCount' in fields && { minCount: 1 }),
  };
  for (const values of combinations(positionals, sample, fields)) {
    const given = values.map((value, index) =>
      fields[positionals[index]!]?.type === 'integer' ? Number(value) : value,
    );
    yield [...given, options];
    for (const [name, choice] of choicesOf(fields, positionals)) yield [...given, { ...options, [name]: choice }];
  }
}

/** Methods that are no questions and take more than a name. */
function special(sample: Sample): Readonly<Record<string, readonly (readonly unknown[])[]>> {
  const { chains, skills, texts, secret, folder } = sample;
  const needs = texts.map((query) => [{ query }]);
  return {
    ingest: [[{ paths: [folder] }], [{ paths: [join(folder, secret)] }]],
    recordJudgement: sample.sessions.map((session) => [
      session,
      { answers: [JSON.stringify({ outcome: { what: 'failed', why: `lost ${secret}` } })], model: secret },
    ]),
    'tracker.recordErrorEvent': texts.map((message) => [{ message: `${message} ${secret}` }]),
    'tracker.recordFixAttempt': chains.map((chain) => [chain, { action: `try ${secret}`, codeChanges: secret }]),
    'tracker.postError': [[new Error(`broken ${secret}`)]],
    'skills.recommend': needs,
    'skills.recommendSkills': needs,
    'skills.trackInvocation': [[{ skill: `${skills[0] ?? 'x'} ${secret}`, session: sample.sessions[0] }]],
    'skills.generatePhaseHeatmap': ['text', 'svg', 'html'].map((format) => [{ format }]),
    'skills.exportMetrics': [[join(folder, `metrics-${fresh++}`)]],
    'skills.importMetrics': [[join(folder, secret)]],
  };
}

/** Nothing, options, and each kind of name. */
function anything({ sessions, events, chains, skills, texts, secret }: Sample): readonly (readonly unknown[])[] {
  const names = [...sessions, ...events, ...chains, ...skills, ...texts, secret];
  return [[], [{}], [{ session: sessions[0] }], ...names.map((name) => [name])];
}

function methodsOf(part: object): readonly string[] {
  const own = Object.getPrototypeOf(part) === Object.prototype ? part : (Object.getPrototypeOf(part) as object);
  return Object.getOwnPropertyNames(own).filter(
    (name) =>
      !['constructor', 'close', 'initialize'].includes(name) &&
      typeof (part as Record<string, unknown>)[name] === 'function',
  );
}

async function textOf(ask: () => unknown): Promise<string> {
  try {
    const answer = await ask();
    const isList = typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
    const whole = isList ? await Array.fromAsync(answer as AsyncIterable<unknown>) : answer;
    return typeof whole === 'string' ? whole : (JSON.stringify(whole) ?? '');
  } catch (error) {
    const { message, hint, stack } = error as Error & { readonly hint?: string };
    return [message, hint, stack].join('\n');
  }
}

// --- what hooks send to an agent

async function* hooks({ home, sample }: Doors): AsyncGenerator<Answer> {
  const [base, file] = [join(home, '.stemma'), join(home, '.stemma/stemma.db')];
  const { command, error } = sample.agent.failedCall;
  const common = { session_id: sample.sessions[0]!.replace('claude:', ''), cwd: '/home/dev/shop' };
  const failed = { ...common, tool_name: 'Bash', tool_input: { command }, error, is_interrupt: false };
  const event = 'PostToolUseFailure';
  const advice = await hookAdvice({
    home: base,
    agent: 'claude-code',
    event,
    payload: { ...failed, hook_event_name: event },
    // Shortly after it failed in other sessions.
    now: Date.parse('2026-01-03T03:04:00Z'),
    open: () => openAsItIs(file),
  });
  yield { door: 'hook advice', question: command, text: advice ?? '' };
  await using opened = new AsyncDisposableStack();
  const resume = await hookResume({
    home: base,
    agent: 'claude-code',
    payload: { ...common, hook_event_name: 'SessionStart', source: 'compact' },
    now: sample.now,
    source: async (name) => sources.find((each) => each.name === name),
    machine: { home, env: {} },
    exclude: [],
    workspace: 'local',
    signal: AbortSignal.timeout(10_000),
    open: async (mode) => opened.use(await openSqlite(file, { mode })),
  });
  yield { door: 'hook resume', question: common.session_id, text: resume ?? '' };
}

// --- the HTTP server

async function* http({ home, sample, isKnown }: Doors): AsyncGenerator<Answer> {
  const said: string[] = [];
  const file = join(home, '.stemma/stemma.db');
  await using serving = await serve({
    version: '0.0.0',
    clock: () => sample.now,
    sources: async () => sources,
    host: '127.0.0.1',
    port: 0,
    page: join(home, 'no-page'),
    print: (text) => said.push(text),
    secrets: [],
    archive: {
      openStore: (mode) => openSqlite(file, { mode }),
      file,
      base: join(home, '.stemma'),
      kind: 'sqlite',
      isDemo: false,
    },
    live: { everyMs: 20, archiveEveryMs: 20 },
  });
  const news = async () => {
    sample.agent.writesSession();
    await fakeApp(home, { sources: async () => sources }).run('ingest');
  };
  for (const { method, path, input } of routes) {
    if (method !== 'GET') continue;
    for (const url of urls(path, input, sample)) {
      if (isKnown?.(`http ${path}`)) break;
      const text = await got(`http://127.0.0.1:${serving.port}${url}`, path === '/api/live' ? news : undefined);
      yield { door: `http ${path}`, question: url, text };
    }
  }
  yield { door: 'http log', question: 'what the server prints', text: said.join('\n') };
}

/** Addresses of a route, with every value of what they need. */
export function* urls(path: string, fields: Fields, sample: Names): Generator<string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const asked = [...names, ...requiredOf(fields).filter((name) => !names.includes(name))];
  for (const values of combinations(asked, sample, fields)) {
    const filled = names.reduce((url, name, at) => url.replace(`:${name}`, encodeURIComponent(values[at]!)), path);
    const given = Object.fromEntries(asked.slice(names.length).map((name, at) => [name, values[names.length + at]!]));
    yield `${filled}?${new URLSearchParams(given).toString()}`;
    for (const [name, choice] of choicesOf(fields, asked))
      yield `${filled}?${new URLSearchParams({ ...given, [name]: choice }).toString()}`;
  }
}

/** What goes on for ever is listened to for a moment, in which there is `news`. */
async function got(url: string, news?: () => Promise<void>): Promise<string> {
  const ending = new AbortController();
  const answer = await fetch(url, { signal: ending.signal });
  let text = JSON.stringify([...answer.headers]);
  const moment = news?.().then(() => setTimeout(() => ending.abort(), 200));
  try {
    for await (const part of answer.body ?? []) text += Buffer.from(part as Uint8Array).toString();
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
  await moment;
  return text;
}

// --- the MCP server

async function* mcp({ home, sample, isKnown }: Doors): AsyncGenerator<Answer> {
  const file = join(home, '.stemma/stemma.db');
  const base = join(home, '.stemma');
  await using archive = new Archive({ openStore: (mode) => openSqlite(file, { mode }), file, base });
  const world = { archive, sources: async () => sources, clock: () => sample.now, workspace: 'local', folder: home };
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' }, { jsonSchemaValidator });
  await Promise.all([createServer(world, '0.0.0').connect(theirs), client.connect(ours)]);
  for (const { name, inputSchema } of (await client.listTools()).tools) {
    for (const input of toolInputs(inputSchema as Schema, sample)) {
      if (isKnown?.(`mcp ${name}`)) break;
      const text = JSON.stringify(await client.callTool({ name, arguments: input }));
      yield { door: `mcp ${name}`, question: `${name} ${JSON.stringify(input)}`, text };
    }
  }
  const { resources } = await client.listResources();
  yield { door: 'mcp resources', question: 'list', text: JSON.stringify(resources) };
  for (const { uri } of [...resources.slice(0, 6), { uri: `stemma://session/${sample.secret}` }])
    yield { door: 'mcp resources', question: uri, text: await textOf(() => client.readResource({ uri })) };
  for (const { name, arguments: args = [] } of (await client.listPrompts()).prompts) {
    for (const value of [...sample.sessions, ...sample.events, ...sample.texts, sample.secret]) {
      if (isKnown?.(`mcp prompt ${name}`)) break;
      const given = { [args[0]!.name]: value };
      const text = await textOf(() => client.getPrompt({ name, arguments: given }));
      yield { door: `mcp prompt ${name}`, question: `${name} ${JSON.stringify(given)}`, text };
    }
  }
  await client.close();
}

export interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[]; readonly type?: string }>>;
}

/** Inputs of an MCP tool, with every value of what it needs. */
export function* toolInputs(
  { required = [], properties = {} }: Schema,
  sample: Names,
): Generator<Record<string, unknown>> {
  const asked = required.length > 0 ? required : ['session', 'name'].filter((name) => name in properties).slice(0, 1);
  const line = properties['line']?.type === 'boolean' ? { line: true } : {};
  for (const values of combinations(asked, sample)) {
    const given = { ...Object.fromEntries(asked.map((name, index) => [name, values[index]])), ...line };
    yield given;
    for (const format of properties['format']?.enum ?? []) yield { ...given, format };
  }
}
