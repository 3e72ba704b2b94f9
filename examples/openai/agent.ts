// A small agent with two functions, every step of which is recorded:
//   OPENAI_API_KEY=… node agent.ts "What is in this folder?" [--stream] [--responses]
import { readdir, readFile } from 'node:fs/promises';
import OpenAI from 'openai';
import { EventLogger } from 'stemma';
import type { Scope } from 'stemma';
import { recordOpenAI } from './record-openai.ts';

const [prompt = 'What is in this folder?', ...flags] = process.argv.slice(2);
const isStream = flags.includes('--stream');
const logger = new EventLogger({ title: prompt, agent: 'example-openai' });
const calls = new Map<string, Scope>();
const client = new OpenAI({ fetch: recordOpenAI(logger, calls) });

const model = 'gpt-5.2';
const functions = ['list_files', 'read_file'].map((name) => ({
  name,
  description: 'Takes a path and does what it is called.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}));

try {
  const asked = logger.log({ type: 'prompt', kind: 'user_msg', text: prompt });
  console.log(await logger.withParent(asked, flags.includes('--responses') ? converseByResponses : converse));
} finally {
  await logger.close();
}

async function converse(): Promise<string> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }];
  const tools = functions.map((each) => ({ type: 'function' as const, function: each }));
  for (;;) {
    const { choices } = isStream
      ? await client.chat.completions
          .stream({ model, messages, tools, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await client.chat.completions.create({ model, messages, tools });
    const { message } = choices[0]!;
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? '';
    for (const call of message.tool_calls) {
      if (call.type === 'function')
        messages.push({
          role: 'tool',
          tool_call_id: call.id,
          content: await outputOf(call.id, call.function.name, call.function.arguments),
        });
    }
  }
}

async function converseByResponses(): Promise<string> {
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: prompt }];
  const tools = functions.map((each) => ({ type: 'function' as const, strict: false, ...each }));
  for (;;) {
    const { output, output_text } = isStream
      ? await client.responses.stream({ model, input, tools }).finalResponse()
      : await client.responses.create({ model, input, tools });
    const asked = output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    if (asked.length === 0) return output_text;
    input.push(...(output as OpenAI.Responses.ResponseInput));
    for (const call of asked)
      input.push({
        type: 'function_call_output',
        call_id: call.call_id,
        output: await outputOf(call.call_id, call.name, call.arguments),
      });
  }
}

/**
 * OpenAI has no word for a call that failed: what went wrong is an output like any other, so the agent says itself
 * that it did.
 */
async function outputOf(id: string, name: string, json: string): Promise<string> {
  const call = calls.get(id);
  const { path } = JSON.parse(json) as { path: string };
  try {
    return await call!.run(() => run(name, path));
  } catch (error) {
    call!.fail(error);
    return String(error);
  }
}

async function run(tool: string, path: string): Promise<string> {
  logger.log({ type: 'looked_at', payload: { path } });
  return tool === 'list_files' ? (await readdir(path)).join('\n') : await readFile(path, 'utf8');
}
