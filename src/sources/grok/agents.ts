import { sessionUid } from '../../model/ids.ts';
import { name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { patchOf } from '../reader/draft-of.ts';
import { flavor } from './identity.ts';
import type { Call } from './memory.ts';
import type { GrokContext } from './record-context.ts';
import { readable } from './record.ts';

/** A sub-agent is a session like any other, and does not know that it is one: only its caller does. */

export function agentSpawned({ memory, update, session, links, sessions }: GrokContext): void {
  const id = name(update.json['child_session_id']);
  if (id === undefined) return;
  memory.shared = true;
  const child = sessionUid(flavor, id);
  // Which call it was is in the call's result.
  links.push({ type: 'spawned', parent: session, call: '', child });
  sessions.push(...patchOf(child, { title: name(update.json['description']), model: undefined }));
}

/** It may end in a later turn than it began in, and its usage is counted in that one. */
export function agentFinished({ memory }: GrokContext): void {
  memory.shared = true;
}

/** The result of the call that made it, or that asked for its answer later, names the sub-agent. */
export function agentAnswered(
  { session, links }: GrokContext,
  call: string,
  { key, tool }: Call,
  update: JsonObject,
): void {
  const answered = answerIn(readable(update['content']));
  const id = name(object(update['rawOutput'])['subagent_id']) ?? answered;
  if (id === undefined) return;
  const child = sessionUid(flavor, id);
  if (tool === 'spawn_subagent') links.push({ type: 'spawned', parent: session, call, child });
  if (answered !== undefined) links.push({ type: 'returned', child, parent: session, step: key });
}

/** One in the background may report by itself when it is done. */
export function agentReported(
  { session, links }: GrokContext,
  { key, text }: { readonly key: string; readonly text: string },
): void {
  const id = answerIn(text);
  if (id !== undefined) links.push({ type: 'returned', child: sessionUid(flavor, id), parent: session, step: key });
}

function answerIn(words: string): string | undefined {
  return /<subagent_meta>id=([0-9A-Za-z-]{8,64})/.exec(words.slice(-2000))?.[1];
}
