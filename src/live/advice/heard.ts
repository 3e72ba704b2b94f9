import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../platform/parse-records.ts';
import { hookRecord } from '../../sources/hooks/record.ts';
import { spooled } from '../spool/spooled.ts';
import { heardCall, type EndedCall } from './failed-call.ts';

/** Of a log that has grown all day the end is enough. */
const mostBytes = 2 * 1024 * 1024;
/** A spool that nobody empties is not searched whole. */
const mostSpooled = 500;

/** The calls that hooks told of in one session, in the order they ended, and from when on they are all there. */
export interface Heard {
  readonly calls: readonly EndedCall[];
  readonly from: number;
}

/**
 * Collected or not. What waits is read first: a file goes when its line is in the log, so that what is missed here is found there.
 * Undefined when more waits than can be looked at.
 */
export function callsHeard(home: string, { agent, speaker, session }: { readonly agent: string; readonly speaker: { readonly session: string }; readonly session: string }): Heard | undefined {
  const waiting = spooledCalls(join(home, 'spool'));
  if (!waiting) return undefined;
  const { text, isWhole } = endOf(join(home, 'hooks', agent, `${speaker.session}.jsonl`));
  const records = text.split('\n').map(parsed).filter((record) => record !== undefined).map(hookRecord);
  const logged = records.flatMap(({ agent: teller, event, at, payload }) => (payload && heardCall(teller, event, payload, at ?? 0)) ?? []);
  const calls = [...logged, ...waiting].filter((call) => call.session === session).toSorted((a, b) => a.at - b.at);
  return { calls, from: isWhole ? 0 : (records[0]?.at ?? Number.POSITIVE_INFINITY) };
}

function spooledCalls(spool: string): readonly EndedCall[] | undefined {
  try {
    const { files, more } = spooled(spool, mostSpooled);
    return more ? undefined : files.flatMap(({ path, agent, event, mtimeMs }) => {
      const payload = parsed(textOf(path));
      return (payload && heardCall(agent, event, payload, mtimeMs)) ?? [];
    });
  } catch {
    return undefined;
  }
}

function endOf(path: string): { readonly text: string; readonly isWhole: boolean } {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, mostBytes));
      return { text: bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length)), isWhole: bytes.length === size };
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

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
