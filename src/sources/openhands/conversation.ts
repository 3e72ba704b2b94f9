import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import { name, number, object, parseRecords } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { bytesOfLines } from '../bytes-of-lines.ts';
import { onOneLine } from '../reader/json-line.ts';
import type { Container } from '../source.ts';
import { conversationId } from './identity.ts';
import type { Heading } from './identity.ts';

/**
 * `conversations/<id>/base_state.json` is the head of a tree: beside it lies `events/` with a file for each event,
 * numbered. Of the state only what is known of the conversation is read: it also has settings and secrets.
 */
export const conversation: Container = {
  matches: ({ head }) => /^\s*\{\s*"id"\s*:\s*"[0-9a-f-]{32,36}"\s*,\s*"agent"\s*:\s*\{/.test(head),

  async *list(path) {
    const session = conversationId((await stateAt(path))['id']);
    if (session === undefined) return;
    let [size, mtimeMs] = [0, 0];
    for (const file of [path, ...(await eventsOf(path))]) {
      const info = await stat(file).catch(() => undefined);
      size += info?.size ?? 0;
      mtimeMs = Math.max(mtimeMs, info?.mtimeMs ?? 0);
    }
    if ((await eventsOf(path)).length > 0) yield { path: `${path}#${session}`, size, mtimeMs };
  },

  async *bytes(path, from) {
    const mark = path.lastIndexOf('#');
    yield* bytesOfLines(linesOf(path.slice(0, mark), path.slice(mark + 1)), from);
  },
};

async function* linesOf(path: string, session: string): AsyncIterable<string> {
  const state = await stateAt(path);
  if (conversationId(state['id']) !== session) return;
  yield JSON.stringify({ openhands: 'conversation', session } satisfies Heading);
  for (const file of await eventsOf(path)) {
    const content = await readFile(file, 'utf8').catch(() => undefined);
    if (content !== undefined) yield `{"event":${onOneLine(content.trim())}}`;
  }
  // It changes with every event, so it comes last.
  yield JSON.stringify({
    conversation: {
      cwd: name(object(state['workspace'])['working_dir']),
      model: name(object(object(state['agent'])['llm'])['model']),
      status: state['execution_status'] ?? state['agent_status'],
      usage: usageOf(object(state['stats'])),
    },
  });
}

/** What each response used; several models may have been asked, such as one for summaries. */
function usageOf(stats: JsonObject): readonly JsonObject[] {
  const metrics = object(stats['usage_to_metrics'] ?? stats['service_to_metrics']);
  return Object.values(metrics).flatMap((each) => {
    const used = object(each);
    const responses = Array.isArray(used['token_usages']) ? used['token_usages'] : [];
    const costs = Array.isArray(used['costs']) ? used['costs'] : [];
    // Prices name no response. They are in the same order, unless one was unknown.
    const isPriced = costs.length === responses.length;
    return responses.map((response: unknown, index) => ({
      ...object(response),
      ...(isPriced && { cost: number(object(costs[index])['cost']) }),
    }));
  });
}

async function stateAt(path: string): Promise<JsonObject> {
  const found = parseRecords(await readFile(path, 'utf8').catch(() => '{}'));
  return found.ok ? object(found.records[0]) : {};
}

async function eventsOf(path: string): Promise<readonly string[]> {
  const folder = join(dirname(path), 'events');
  return (await entriesOf(folder))
    .filter((entry) => entry.isFile() && /^event-\d+-[\w-]+\.json$/.test(entry.name))
    .map((entry) => entry.name)
    .sort((a, b) => numberIn(a) - numberIn(b))
    .map((file) => join(folder, file));
}

function numberIn(file: string): number {
  return Number(/^event-(\d+)-/.exec(file)?.[1]);
}
