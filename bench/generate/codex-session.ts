import { join } from 'node:path';
import { outputLength, type Setting, type Size, type Written } from './claude-session.ts';
import { Transcript } from './transcript.ts';

/** A session as Codex 0.140 writes it. */
export function writeCodexSession(
  { random, words, folder, cwd, branch, begins, output: usualOutput }: Setting,
  { events, bytes = Infinity }: Size,
): Written {
  const id = random.uuid();
  const started = new Date(begins).toISOString();
  const path = join(
    folder,
    started.slice(0, 10).replaceAll('-', '/'),
    `rollout-${started.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`,
  );
  using file = new Transcript(path);
  let at = begins;
  let made = 0;

  const add = (type: string, payload: Readonly<Record<string, unknown>>): void => {
    at += 100 + random.below(3000);
    file.add({ timestamp: new Date(at).toISOString(), type, payload });
  };
  const item = (payload: Readonly<Record<string, unknown>>): void => {
    add('response_item', payload);
    made++;
  };
  const prompt = (text: string): void =>
    item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

  add('session_meta', {
    id,
    timestamp: started,
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.140.0',
    source: 'cli',
    model_provider: 'openai',
    git: { branch },
  });
  add('turn_context', { cwd, model: 'gpt-5.5', approval_policy: 'never' });
  prompt(words.sentences(2));
  while (made < events && file.bytes < bytes) {
    if (random.chance(0.05)) prompt(words.sentences(2));
    if (random.chance(0.4))
      item({
        type: 'reasoning',
        id: `rs_${random.hex(24)}`,
        summary: [{ type: 'summary_text', text: `**${words.sentence(5)}**` }],
        encrypted_content: random.hex(300),
      });
    if (random.chance(0.4))
      item({
        type: 'message',
        id: `msg_${random.hex(24)}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: words.sentences(2) }],
      });
    const call_id = `call_${random.hex(24)}`;
    const failed = random.chance(0.1);
    item({
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: words.command(), workdir: cwd }),
      call_id,
    });
    const output = failed ? words.failure() : words.output(outputLength(random, usualOutput));
    item({
      type: 'function_call_output',
      call_id,
      output: `Chunk ID: ${random.hex(6)}\nWall time: 0.1 seconds\nProcess exited with code ${failed ? 1 : 0}\nOutput:\n${output}`,
    });
  }
  item({
    type: 'message',
    id: `msg_${random.hex(24)}`,
    role: 'assistant',
    content: [{ type: 'output_text', text: words.sentences(3) }],
  });
  return { events: made, sessions: 1, path };
}
