// A small agent with two tools, every step of which is recorded:
//   MODEL_URL=http://localhost:11434/v1 node agent.ts "What is in this folder?" [--stream]
import { readdir, readFile } from 'node:fs/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import { EventLogger } from 'stemma';
import type { Scope } from 'stemma';
import { z } from 'zod';
import { recordAiSdk } from './record-ai-sdk.ts';

const [prompt = 'What is in this folder?', ...flags] = process.argv.slice(2);
const logger = new EventLogger({ title: prompt, agent: 'example-ai-sdk' });
const calls = new Map<string, Scope>();
const provider = createOpenAICompatible({
  name: 'example',
  baseURL: process.env['MODEL_URL'] ?? 'http://localhost:11434/v1',
  includeUsage: true,
});
const model = wrapLanguageModel({ model: provider('qwen3-coder'), middleware: recordAiSdk(logger, calls) });

const description = 'Takes a path and does what it is called.';
const inputSchema = z.object({ path: z.string() });
const tools = {
  list_files: tool({
    description,
    inputSchema,
    execute: ({ path }, { toolCallId }) => run(toolCallId, path, async () => (await readdir(path)).join('\n')),
  }),
  read_file: tool({
    description,
    inputSchema,
    execute: ({ path }, { toolCallId }) => run(toolCallId, path, () => readFile(path, 'utf8')),
  }),
};

try {
  const asked = logger.log({ type: 'prompt', kind: 'user_msg', text: prompt });
  console.log(await logger.withParent(asked, converse));
} finally {
  await logger.close();
}

async function converse(): Promise<string> {
  const request = { model, tools, prompt, stopWhen: stepCountIs(10) };
  if (!flags.includes('--stream')) return (await generateText(request)).text;
  let failure: unknown;
  const { text } = streamText({ ...request, onError: ({ error }) => void (failure = error) });
  return await text.then(
    (said) => said,
    (error: unknown) => Promise.reject(failure ?? error),
  );
}

function run(call: string, path: string, work: () => Promise<string>): Promise<string> {
  return calls.get(call)!.run(() => {
    logger.log({ type: 'looked_at', payload: { path } });
    return work();
  });
}
