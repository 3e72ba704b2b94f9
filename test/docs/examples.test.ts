import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStemma } from '../../src/index.ts';
import type { Event } from '../../src/index.ts';
import { scriptedModel } from '../agents/model/server.ts';
import type { Call, Tool } from '../agents/scenarios/script.ts';
import { programEnv } from '../support/program-env.ts';

const root = join(import.meta.dirname, '../..');
const prompt = 'What does the note say?';

/** The model looks at the folder and at a file that is not there, both at once, and then answers. */
const turns = [
  {
    text: 'I look.',
    calls: [
      { does: 'run', command: 'list' },
      { does: 'read', path: 'missing.txt' },
    ],
  },
  { text: 'The note is gone.' },
] as const;
const tool = (call: Call): Tool =>
  call.does === 'read' ? { name: 'read_file', args: { path: call.path } } : { name: 'list_files', args: { path: '.' } };

const ways: readonly (readonly [example: string, flags: readonly string[], request: string, model: string])[] = [
  ['anthropic', [], 'messages.create', 'claude-sonnet-4-5'],
  ['anthropic', ['--stream'], 'messages.create', 'claude-sonnet-4-5'],
  ['openai', [], 'chat/completions', 'gpt-5.2'],
  ['openai', ['--stream'], 'chat/completions', 'gpt-5.2'],
  ['openai', ['--responses'], 'responses', 'gpt-5.2'],
  ['openai', ['--responses', '--stream'], 'responses', 'gpt-5.2'],
  ['ai-sdk', [], 'doGenerate', 'qwen3-coder'],
  ['ai-sdk', ['--stream'], 'doStream', 'qwen3-coder'],
];
const streams = ways.filter(([, flags]) => flags.includes('--stream'));
const simple = ways.filter(([, flags]) => flags.length === 0);

describe('an example records', () => {
  test.each(ways)(
    'requests with their tokens, the calls they asked for, and what happened in those: %s %j',
    async (name, flags, request, model) => {
      await using scripted = await scriptedModel([{ prompt, turns }], tool);
      const run = await play(name, flags, scripted.url);

      expect(run).toMatchObject({ status: 0, said: 'The note is gone.\n' });
      expect(run.recorded.filter(({ is }) => is !== 'looked_at')).toEqual([
        { is: prompt, above: null, failed: false },
        { is: request, above: prompt, failed: false },
        { is: 'list_files', above: request, failed: false },
        { is: 'read_file', above: request, failed: true },
        { is: request, above: prompt, failed: false },
      ]);
      expect(run.recorded.flatMap(({ is, above }) => (is === 'looked_at' ? [above] : [])).join(' ')).toBe(
        'list_files read_file',
      );
      expect(run.used).toEqual(scripted.given.map(({ tokens }) => [model, tokens.input, tokens.output]));
      expect(run.outputs).toEqual(
        expect.arrayContaining(['I look.', 'note.txt', expect.stringContaining('ENOENT'), 'The note is gone.']),
      );
      expect(run.errors).toEqual([expect.stringContaining('missing.txt')]);
    },
  );

  test.each([...simple, ...streams.filter(([name]) => name === 'ai-sdk')])(
    'a request that was refused as failed, with the reason: %s %j',
    async (name, flags, request) => {
      await using faulty = await server((_, response) => {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long' } }),
        );
      });
      const run = await play(name, flags, faulty.url);

      expect(run.status).toBe(1);
      expect(run.recorded.map(({ is, failed }) => [is, failed])).toEqual([
        [prompt, false],
        [request, true],
      ]);
      expect(run.errors).toEqual([expect.stringContaining('prompt is too long')]);
      expect(run.outputs).toEqual([expect.stringContaining('prompt is too long')]);
    },
  );

  test.each(simple)('a retry as a request of its own: %s %j', async (name, flags, request) => {
    await using scripted = await scriptedModel([{ prompt, turns: [{ text: 'At last.' }] }], tool);
    let overloaded = true;
    await using faulty = await server(async (asked, response) => {
      if (!overloaded) return await pass(asked, response, scripted.url);
      overloaded = false;
      response.writeHead(500, { 'content-type': 'application/json', 'retry-after-ms': '1' });
      response.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'try again' } }));
    });
    const run = await play(name, flags, faulty.url);

    expect(run).toMatchObject({ status: 0, said: 'At last.\n' });
    expect(run.recorded.map(({ is, failed, above }) => [is, failed, above])).toEqual([
      [prompt, false, null],
      [request, true, prompt],
      [request, false, prompt],
    ]);
  });

  test.each(streams)('a stream that broke off as failed: %s %j', async (name, flags, request) => {
    await using scripted = await scriptedModel(
      [{ prompt, turns: [{ text: 'This will not be heard to its end.' }] }],
      tool,
    );
    await using faulty = await server(async (asked, response) => await pass(asked, response, scripted.url, 300));
    const run = await play(name, flags, faulty.url);

    expect(run.recorded.filter(({ is }) => is === request).map(({ failed }) => failed)).toEqual([true]);
  });
});

const impatient = [
  [
    'anthropic',
    `import Anthropic from '@anthropic-ai/sdk';
     import { recordAnthropic } from './anthropic/record-anthropic.ts';
     const client = new Anthropic({ middleware: [recordAnthropic(logger)] });
     const stream = await client.messages.create({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Count.' }], stream: true });`,
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ],
  [
    'openai',
    `import OpenAI from 'openai';
     import { recordOpenAI } from './openai/record-openai.ts';
     const client = new OpenAI({ fetch: recordOpenAI(logger) });
     const stream = await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Count.' }], stream: true });`,
    {
      id: '1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content: 'One' }, finish_reason: null }],
    },
  ],
] as const;

test.each(impatient)('whoever stops listening to a stream goes on at once: %s', async (_, opens, event) => {
  // Says one thing and then nothing more, without end.
  await using endless = await server((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  });
  const program = `import { EventLogger } from 'stemma';
     const logger = new EventLogger();
     ${opens}
     for await (const event of stream) break;
     await logger.close();
     console.log('went on');`;
  const run = await record(['--input-type=module-typescript', '--eval', program], endless.url, join(root, 'examples'));

  expect(run).toMatchObject({ status: 0, said: 'went on\n' });
  expect(run.recorded).toHaveLength(1);
});

interface RecordedEvent {
  readonly is: string;
  readonly above: string | null;
  readonly failed: boolean;
}

/** Runs an example as its first lines say. */
async function play(name: string, flags: readonly string[], url: string) {
  const folder = temporary();
  writeFileSync(join(folder, 'note.txt'), 'Buy milk.');
  return await record([join(root, 'examples', name, 'agent.ts'), prompt, ...flags], url, folder);
}

/** Runs Node, and gives what stemma has of it afterwards. */
async function record(args: readonly string[], url: string, folder: string) {
  const home = temporary();
  const env = {
    ...programEnv,
    HOME: home,
    STEMMA_HOME: join(home, '.stemma'),
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${url}/v1`,
    MODEL_URL: `${url}/v1`,
  };
  const ran = await new Promise<{ status: number; said: string; complained: string }>((done) =>
    execFile(process.execPath, args, { cwd: folder, env }, (error, said, complained) =>
      done({ status: error ? Number(error.code) : 0, said, complained }),
    ),
  );

  await using stemma = await openStemma({ home: join(home, '.stemma') });
  await stemma.ingest({ source: 'sdk' });
  const { events } = await stemma.timeline(undefined, { limit: 100 });
  const nameOf = ({ tool: called, type, summary, kind }: Event) =>
    kind === 'user_msg' ? summary : (called ?? type ?? kind);
  const recorded = events.filter(({ role }) => role !== 'tool');
  return {
    ...ran,
    recorded: recorded.map((event): RecordedEvent => {
      const above = events.find(({ id }) => id === event.parent);
      return { is: nameOf(event), above: above ? nameOf(above) : null, failed: event.failed };
    }),
    used: events.flatMap(({ tokens, model }) => (tokens ? [[model, tokens.input, tokens.output]] : [])),
    errors: (await stemma.errors()).errors.map(({ message }) => message),
    outputs: events.filter(({ role }) => role === 'tool').map(({ summary }) => summary),
  };
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function server(answer: (asked: IncomingMessage, response: ServerResponse) => unknown) {
  const listening = createServer((asked, response) => void answer(asked, response));
  await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      listening.closeAllConnections();
      await new Promise((closed) => listening.close(closed));
    },
  };
}

/** Asks another server the same; `most` bytes of its answer, then the line goes dead. */
async function pass(asked: IncomingMessage, response: ServerResponse, url: string, most = Infinity): Promise<void> {
  const body = Buffer.concat(await Array.fromAsync(asked as AsyncIterable<Buffer>));
  const answer = await fetch(`${url}${asked.url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.write(bytes.subarray(0, Math.min(most, bytes.length)), () =>
    bytes.length > most ? setTimeout(() => response.destroy(), 20) : response.end(),
  );
}
