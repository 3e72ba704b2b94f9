// A small agent with two tools, every step of which is recorded:
//   ANTHROPIC_API_KEY=… node agent.ts "What is in this folder?" [--stream]
import { readdir, readFile } from 'node:fs/promises';
import Anthropic from '@anthropic-ai/sdk';
import { EventLogger } from 'stemma';
import type { Scope } from 'stemma';
import { recordAnthropic } from './record-anthropic.ts';

const [prompt = 'What is in this folder?', ...flags] = process.argv.slice(2);
const logger = new EventLogger({ title: prompt, agent: 'example-anthropic' });
const calls = new Map<string, Scope>();
const client = new Anthropic({ middleware: [recordAnthropic(logger, calls)] });

const tools: Anthropic.Tool[] = ['list_files', 'read_file'].map((name) => ({
  name,
  description: `Takes a path and does what it is called.`,
  input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}));

try {
  const asked = logger.log({ type: 'prompt', kind: 'user_msg', text: prompt });
  console.log(await logger.withParent(asked, () => converse([{ role: 'user', content: prompt }])));
} finally {
  await logger.close();
}

async function converse(messages: Anthropic.MessageParam[]): Promise<string> {
  for (;;) {
    const request: Anthropic.MessageCreateParamsNonStreaming = {
      model: 'claude-sonnet-4-5',
      max_tokens: 1_000,
      messages,
      tools,
    };
    const { content } = flags.includes('--stream')
      ? await client.messages.stream(request).finalMessage()
      : await client.messages.create(request);
    const asked = content.filter((block) => block.type === 'tool_use');
    if (asked.length === 0) return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    messages.push({ role: 'assistant', content }, { role: 'user', content: await Promise.all(asked.map(resultOf)) });
  }
}

async function resultOf({ id, name, input }: Anthropic.ToolUseBlock): Promise<Anthropic.ToolResultBlockParam> {
  const answer = { type: 'tool_result', tool_use_id: id } as const;
  try {
    return { ...answer, content: await calls.get(id)!.run(() => run(name, (input as { path: string }).path)) };
  } catch (error) {
    return { ...answer, content: String(error), is_error: true };
  }
}

async function run(tool: string, path: string): Promise<string> {
  logger.log({ type: 'looked_at', payload: { path } });
  return tool === 'list_files' ? (await readdir(path)).join('\n') : await readFile(path, 'utf8');
}
