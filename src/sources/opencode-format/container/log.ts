import { createReadStream } from 'node:fs';
import { LineSplitter } from '../../../platform/files/split-lines.ts';
import type { Contained, Peek } from '../../source.ts';
import { sessionId } from './heading.ts';

/**
 * The program's log, one file for all runs: `timestamp=… level=… run=… message=… session.id=…`. Only retried requests
 * are read from it: nothing else has them once they are over. They are a secondary source of each session.
 */
export function isLog({ head, tail }: Peek): boolean {
  return (
    /^timestamp=\d{4}-\S+ level=[A-Z]+ run=\w+ message=/.test(head) &&
    (head.includes('session.id=ses_') || tail.includes('session.id=ses_'))
  );
}

export async function* sessionsInLog(path: string): AsyncIterable<Contained> {
  const found = new Map<string, { size: number; failed: boolean }>();
  for await (const { session, line } of requestsIn(path)) {
    const { size, failed } = found.get(session) ?? { size: 0, failed: false };
    found.set(session, { size: size + line.length, failed: failed || line.includes(failure) });
  }
  // Its lines only grow, so their length shows whether there is something new.
  for (const [session, { size, failed }] of found) if (failed) yield { path: `${path}#${session}`, size, mtimeMs: 0 };
}

export async function* logBytes(path: string, wanted: string): AsyncIterable<string> {
  yield JSON.stringify({ opencode: 'log', session: wanted });
  for await (const { session, line } of requestsIn(path)) if (session === wanted) yield JSON.stringify({ log: line });
}

const failure = 'message="stream error"';

/** A response is begun, a request is made for it, a request failed. */
async function* requestsIn(path: string): AsyncIterable<{ readonly session: string; readonly line: string }> {
  const splitter = new LineSplitter(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const { bytes } of splitter.push(chunk)) {
      const line = bytes?.toString() ?? '';
      if (!/ message=(?:process|stream|"stream error") /.test(line)) continue;
      const session = sessionId(/ session\.id=(\w+)/.exec(line)?.[1]);
      if (session !== undefined) yield { session, line };
    }
  }
}
