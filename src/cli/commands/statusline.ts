import { StemmaError } from '../../model/stemma-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { isObject } from '../../platform/parse-records.ts';
import { agentsWithStatusLine } from '../../sources/registry.ts';
import { defineCommand } from '../line/command.ts';
import type { Run } from '../run.ts';

export const statuslineCommand = defineCommand({
  details:
    'Prints one line for the status line of an agent: model, cost of the session, of today and of the block of five ' +
    'hours with its pace, the budget of config.json, and how full the context is. It reads what the agent hands to ' +
    'its status line program on standard input. `stemma install --statusline` sets up a faster program that prints ' +
    'the same line.',
  positionals: [],
  flags: {},
  examples: [
    { line: 'stemma statusline', says: 'the line for the payload on standard input' },
    { line: 'stemma install --statusline', says: 'show it in Claude Code' },
  ],
  async run(run) {
    const { statusLineOf } = await import('../../live/status-line/status-line-of.ts');
    const payload = await payloadOf(run);
    await using store = await run.openArchive();
    const line = await statusLineOf({
      home: run.settings.base,
      agent: agentsWithStatusLine[0]!,
      payload,
      now: run.now,
      colours: run.ink.isColoured,
      read: store.read,
    });
    await run.answer({ line }, () => `${line}\n`);
  },
});

async function payloadOf({ app }: Run): Promise<Readonly<Record<string, unknown>>> {
  const text = app.input ? await app.input() : '{}';
  try {
    const payload: unknown = parseJson(text.trim() === '' ? '{}' : text);
    if (isObject(payload)) return payload;
  } catch {
    // Said below.
  }
  throw new StemmaError('bad-argument', 'What was read from standard input is not a JSON object.', {
    hint: 'Agents hand one to their status line program: {"session_id": "…", "cost": {"total_cost_usd": 1.2}}.',
  });
}
