import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../platform/parse-records.ts';
import { hooksOf, tellerOf } from '../../sources/hooks/agents.ts';
import { hookRecord } from '../../sources/hooks/record.ts';
import { spooled } from '../spool/spooled.ts';
import { heardCall, type EndedCall, type HeardCall } from './failed-call.ts';

/** Of a log that has grown all day the end is enough. */
const mostBytes = 2 * 1024 * 1024;
/** A spool that nobody empties is not searched whole. */
const mostSpooled = 500;

/** The calls that hooks told of in one session and in its sub-agents, in the order they ended. */
export interface Heard {
  readonly calls: readonly EndedCall[];
  /** From here on nothing went on that these do not tell of: the log is whole, and the person had no word in it. */
  readonly from: number;
}

/**
 * Collected or not. What waits is read first: a file goes when its line is in the log, so that what is missed here is
 * found there. Undefined when more waits than can be looked at.
 */
export function callsHeard(
  home: string,
  { agent, speaker: { session } }: Pick<HeardCall, 'agent' | 'speaker'>,
): Heard | undefined {
  const waiting = waitingIn(join(home, 'spool'));
  if (!waiting) return undefined;
  const { told: logged, isWhole } = endOf(join(home, 'hooks', agent, `${session}.jsonl`));
  const told = [...logged, ...waiting].filter(({ heard, payload }) => {
    const teller = tellerOf(heard, payload);
    return teller === agent && hooksOf(teller)?.speaker(payload)?.session === session;
  });
  const calls = told
    .flatMap(({ heard, event, payload, at }) => heardCall(heard, event, payload, at) ?? [])
    .toSorted((a, b) => a.at - b.at);
  const prompts = told
    .filter(({ event, payload }) => isPrompt.test(event) && payload['prompt'] !== '')
    .map(({ at }) => at);
  return { calls, from: Math.max(isWhole ? 0 : (logged[0]?.at ?? Number.POSITIVE_INFINITY), ...prompts) };
}

/**
 * Whoever types may have changed something by hand. Qwen Code tells of every request to its model so, with nothing
 * typed.
 */
const isPrompt = /^(?:UserPromptSubmit|userPromptSubmitted|BeforeAgent)$/;

interface Told {
  readonly heard: string;
  readonly event: string;
  readonly payload: JsonObject;
  readonly at: number;
}

function waitingIn(spool: string): readonly Told[] | undefined {
  try {
    const { files, more } = spooled(spool, mostSpooled);
    return more
      ? undefined
      : files.flatMap(({ path, agent, event, mtimeMs }) => {
          const payload = parsed(textOf(path));
          return payload ? [{ heard: agent, event, payload, at: mtimeMs }] : [];
        });
  } catch {
    return undefined;
  }
}

function endOf(log: string): { readonly told: readonly Told[]; readonly isWhole: boolean } {
  const { text, isWhole } = endOfText(log);
  const records = text
    .split('\n')
    .map(parsed)
    .filter((record) => record !== undefined)
    .map(hookRecord);
  return {
    told: records.flatMap(({ agent, event, at = 0, payload }) =>
      payload ? [{ heard: agent, event, payload, at }] : [],
    ),
    isWhole,
  };
}

function endOfText(path: string): { readonly text: string; readonly isWhole: boolean } {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, mostBytes));
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
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
