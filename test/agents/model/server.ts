import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Call, Conversation, Tool } from '../scenarios/script.ts';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { responses } from './responses.ts';
import { sendJson } from './send.ts';
import { thing, tokensIn } from './wire.ts';
import type { Asked, Body, Reply, Wire } from './wire.ts';

/** A call that the model made. */
export interface Made {
  readonly id: string;
  readonly call: Call;
  readonly tool: Tool;
  /** The result the agent sent to the model; undefined when it sent none. */
  result?: string;
}

/** A response that the model gave. */
export interface Given {
  readonly conversation: Conversation;
  readonly turn: number;
  readonly calls: readonly Made[];
  readonly tokens: Reply['tokens'];
}

export interface ScriptedModel extends AsyncDisposable {
  /** Without a path: `http://127.0.0.1:…`. */
  readonly url: string;
  /** Responses given so far, in order. */
  readonly given: readonly Given[];
  /** Every request as it came, in order. */
  readonly requests: readonly string[];
  /** One line for each request that was seen, for when something does not go as it should. */
  readonly log: readonly string[];
}

const wires: readonly Wire[] = [anthropic, chat, responses, gemini];
const unpacked: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
};

/**
 * A model that follows a script, on a port of its own on loopback. Each conversation is known by its prompt and gets
 * its turns in order, one per request; requests that belong to none of them (titles, summaries, probes) get a short
 * answer.
 */
export async function scriptedModel(
  conversations: readonly Conversation[],
  tool: (call: Call, earlier: readonly string[]) => Tool,
): Promise<ScriptedModel> {
  const given: Given[] = [];
  const log: string[] = [];
  const requests: string[] = [];

  function reply(asked: Asked, input: number): Reply {
    const id = randomBytes(12).toString('hex');
    const about = conversationOf(conversations, asked);
    const aside = (text: string): Reply => ({ id, text, calls: [], tokens: { input: 1, output: 1 } });
    if (!about) return aside(errand(asked));
    const before = given.filter(({ conversation }) => conversation === about);
    keepResults(before, asked);
    const turn = before.length;
    const script = about.turns[turn];
    if (!script) return aside('The script has ended.');
    const calls = (script.calls ?? []).map((call): Made => ({
      id: `call_${randomBytes(12).toString('hex')}`,
      call,
      tool: tool(
        call,
        asked.results.map(({ text }) => text),
      ),
    }));
    const tokens = { input, output: tokensIn(script) };
    given.push({ conversation: about, turn, calls, tokens });
    return {
      id,
      thinking: script.thinking,
      text: script.text,
      calls: calls.map((made) => ({ ...made.tool, id: made.id })),
      tokens,
    };
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://model');
      const body = bodyOf(Buffer.concat(pieces), request.headers['content-encoding']);
      const wire = request.method === 'POST' ? wires.find(({ speaks }) => speaks(url.pathname)) : undefined;
      if (!wire) {
        log.push(`${request.method} ${request.url}`);
        return answerAside(url.pathname, body, (value, status) => sendJson(response, value, status));
      }
      const asked = wire.read(body);
      requests.push(JSON.stringify(body));
      const answer = reply(asked, tokensIn(body));
      log.push(
        `${wire.name} ${asked.tools.length} tools, said ${JSON.stringify(asked.said.at(-1)?.slice(-80))}: ${answer.text ?? ''} ${answer.calls.map(({ name }) => name).join(' ')}`,
      );
      wire.answer({ response, url, body }, answer);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    log,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A sub-agent may get the whole conversation of its caller, so the last match counts. */
function conversationOf(conversations: readonly Conversation[], { tools, said }: Asked): Conversation | undefined {
  // Titles are asked for without tools, or with one that takes the title; some agents have nothing but a shell.
  if (tools.length < 2 && tools[0] !== 'bash') return undefined;
  return conversations.findLast(({ prompt }) => said.some((text) => text.includes(prompt)));
}

/** Each request repeats all results so far. Where they name no call they come in the order of the calls. */
function keepResults(earlier: readonly Given[], { results }: Asked): void {
  const calls = earlier.flatMap((one) => one.calls);
  for (const [index, { call, text }] of results.entries()) {
    const made = call === undefined ? calls[index] : calls.find(({ id }) => id === call);
    if (made) made.result ??= text;
  }
}

function errand({ schema }: Asked): string {
  return schema === undefined ? 'Fix the cart' : JSON.stringify(instanceOf(schema));
}

/** The least that a JSON schema accepts. */
function instanceOf(schema: unknown): unknown {
  const { type, enum: values, properties } = thing(schema);
  if (Array.isArray(values)) return values[0];
  switch (String(type).toLowerCase()) {
    case 'string':
      return 'ok';
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return 1;
    case 'array':
      return [];
    default:
      return Object.fromEntries(Object.entries(thing(properties)).map(([name, value]) => [name, instanceOf(value)]));
  }
}

function answerAside(path: string, body: Body, send: (value: unknown, status?: number) => void): void {
  if (path.endsWith('/count_tokens')) return send({ input_tokens: tokensIn(body) });
  if (path.endsWith(':countTokens')) return send({ totalTokens: tokensIn(body) });
  if (path.endsWith('/models'))
    return send({ object: 'list', data: [{ id: 'scripted-1', object: 'model', owned_by: 'test' }], models: [] });
  send({ error: { type: 'not_found_error', message: `There is no ${path} here.` } }, 404);
}

function bodyOf(bytes: Buffer, encoding: string | undefined): Body {
  try {
    return thing(JSON.parse((unpacked[encoding ?? '']?.(bytes) ?? bytes).toString('utf8')));
  } catch {
    return {};
  }
}
