import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../platform/parse-records.ts';
import { hookRecord } from '../../sources/hooks/record.ts';
import { agentWithHooks } from '../../sources/registry.ts';
import { senderOf } from '../hook/sender-of.ts';
import { spooled } from '../spool/spooled.ts';
import { type EndedCall, reportedCall, type ReportedCall } from './failed-call.ts';
import { parseJson } from '../../platform/parse-json.ts';

/** The end of a large log is enough. */
const maxBytes = 2 * 1024 * 1024;
/** A spool that nobody empties is not searched completely. */
const maxSpooled = 500;

/** The calls that hooks reported of one session and its sub-agents, in the order they ended. */
export interface HookCalls {
  readonly calls: readonly EndedCall[];
  /** From here on the list is complete: the log is whole, and the person typed nothing. */
  readonly from: number;
}

/**
 * From the log and the spool. The spool is read first: a file is removed when its line is in the log, so what is missed
 * here is found there. Undefined when the spool is too large.
 */
export function callsFromHooks(
  home: string,
  { agent: name, reportedFor: { main } }: Pick<ReportedCall, 'agent' | 'reportedFor'>,
): HookCalls | undefined {
  const hooks = agentWithHooks(name)?.hooks;
  const waiting = waitingIn(join(home, 'spool'));
  if (!hooks || !waiting) return undefined;
  const { events: logged, isWhole } = endOf(join(home, 'hooks', name, `${main}.jsonl`));
  const events = [...logged, ...waiting].filter(
    ({ hookOf, payload }) => senderOf(hookOf, payload) === name && hooks.session(payload)?.main === main,
  );
  const calls = events
    .flatMap(({ hookOf, event, payload, at }) => reportedCall(hookOf, event, payload, at) ?? [])
    .toSorted((a, b) => a.at - b.at);
  // A person who types may have edited something too. Some agents report every request to the model as an empty prompt.
  const prompts = events
    .filter(({ event, payload }) => event === hooks.promptEvent && payload['prompt'] !== '')
    .map(({ at }) => at);
  return { calls, from: Math.max(isWhole ? 0 : (logged[0]?.at ?? Number.POSITIVE_INFINITY), ...prompts) };
}

interface HookLine {
  /** The agent in whose settings the hook is. */
  readonly hookOf: string;
  readonly event: string;
  readonly payload: JsonObject;
  readonly at: number;
}

function waitingIn(spool: string): readonly HookLine[] | undefined {
  try {
    const { files, more } = spooled(spool, maxSpooled);
    return more
      ? undefined
      : files.flatMap(({ path, agent, event, mtimeMs }) => {
          const payload = parsed(textOf(path));
          return payload ? [{ hookOf: agent, event, payload, at: mtimeMs }] : [];
        });
  } catch {
    return undefined;
  }
}

function endOf(log: string): { readonly events: readonly HookLine[]; readonly isWhole: boolean } {
  const { text, isWhole } = endOfText(log);
  const records = text
    .split('\n')
    .map(parsed)
    .filter((record) => record !== undefined)
    .map(hookRecord);
  return {
    events: records.flatMap(({ agent, event, at = 0, payload }) =>
      payload ? [{ hookOf: agent, event, payload, at }] : [],
    ),
    isWhole,
  };
}

function endOfText(path: string): { readonly text: string; readonly isWhole: boolean } {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, maxBytes));
      return {
        text: bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length)),
        isWhole: bytes.length === size,
      };
    } finally {
      closeSync(file);
    }
  } catch {
    return { text: '', isWhole: true };
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
