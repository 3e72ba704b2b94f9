import { setTimeout as sleep } from 'node:timers/promises';
import { findSession } from '../../../ask/find/find-session.ts';
import { replay, replaySummary } from '../../../ask/replay/question.ts';
import type { Replayed } from '../../../ask/replay/replay.ts';
import type { Session } from '../../../model/session.ts';
import type { Command } from '../../line/command.ts';
import { aboutOf, flagsOf, inputOf, positionalsOf } from '../../question-command.ts';
import { questionContext } from '../../question-context.ts';
import { footer } from '../../render/render-context.ts';
import { renderReplayed, renderReplaySummary } from '../../render/history/replay.ts';
import { sessionHead } from '../../render/session-head.ts';
import type { Run } from '../../run.ts';
import { number, plural } from '../../text/amount.ts';

export const replayCommand: Command = {
  ...aboutOf(
    replay,
    'All at once, or at the pace it happened: --speed 1 is real time, --speed 10 ten times as fast. No pause is ' +
      'longer than five seconds. Ctrl-C ends it.',
  ),
  positionals: positionalsOf(replay),
  flags: {
    ...flagsOf(replay),
    summary: { type: 'flag', summary: 'Only counts and times: events by kind, tools, failures, start and end' },
    speed: {
      type: 'number',
      min: 0,
      max: 1_000_000,
      placeholder: 'X',
      summary: 'Times as fast as it happened; 0 does not wait (0)',
    },
    limit: { type: 'integer', min: 1, placeholder: 'N', summary: 'At most this many events (50; all with --speed)' },
  },
  examples: [
    { line: 'stemma replay --brief', says: 'the newest session, one line per event and its cause' },
    { line: 'stemma replay --summary', says: 'how many events of which kind, tools, failures and times' },
    { line: 'stemma replay claude:3f2a --speed 20', says: 'watch it, twenty times as fast' },
    { line: 'stemma replay claude:3f2a --limit 100000 | less', says: 'read it whole' },
  ],
  async run(run, words) {
    const input = inputOf(replay, words, run);
    const { speed = 0, limit = speed > 0 ? Number.POSITIVE_INFINITY : 50 } = words.flags as ReplayFlags;
    await using store = await run.openArchive();
    const session = await findSession(store.read, input.session);
    if (words.flags['summary'] === true) {
      const context = await questionContext(run, store.read);
      const answer = await replaySummary.run(context, { session: session.uid, limit: 50 });
      return void (await run.answer(answer, () => renderReplaySummary(answer, run)));
    }
    const events = replay.stream(await questionContext(run, store.read), { ...input, session: session.uid });
    return run.settings.json
      ? await writeJson(run, session, events, limit)
      : await writeText(run, session, events, limit, speed);
  },
};

interface ReplayFlags {
  readonly speed?: number;
  readonly limit?: number;
}

async function writeText(
  run: Run,
  session: Session,
  events: AsyncIterable<Replayed>,
  limit: number,
  speed: number,
): Promise<number> {
  const signal = speed > 0 ? run.app.untilInterrupted() : undefined;
  await run.print(`${sessionHead(session, run)}\n`);
  const context = { ...run, cwd: session.cwd };
  let before: Replayed | undefined;
  let count = 0;
  for await (const replayed of events) {
    if (count++ >= limit) {
      await run.print(
        `\n${footer(`${number(limit)} of ${plural(session.events, 'event')}; --after ${before!.event.seq} continues, --limit N shows more at once`, run)}`,
      );
      return 0;
    }
    if (speed > 0 && before) await pause(timeBetween(before, replayed) / speed, signal!);
    if (signal?.aborted) return 130;
    await run.print(renderReplayed(replayed, before, context));
    before = replayed;
  }
  return 0;
}

function timeBetween({ event: { at: from } }: Replayed, { event: { at: to } }: Replayed): number {
  return from === null || to === null ? 0 : Date.parse(to) - Date.parse(from);
}

const longestPause = 5000;

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(Math.min(ms, longestPause), undefined, { signal }).catch(() => undefined);
}

async function writeJson(run: Run, session: Session, events: AsyncIterable<Replayed>, limit: number): Promise<number> {
  let piece = `{"session":${JSON.stringify(session)},"events":[`;
  let count = 0;
  let last = 0;
  let next: number | null = null;
  for await (const { event, place, content, causes } of events) {
    if (count >= limit) {
      next = last;
      break;
    }
    last = event.seq;
    piece += (count === 0 ? '' : ',') + JSON.stringify({ ...event, place, content, causes });
    count += 1;
    if (piece.length < 65_536) continue;
    await run.print(piece);
    piece = '';
  }
  await run.print(`${piece}],"total":${session.events},"truncated":${next !== null},"next":${next}}\n`);
  return 0;
}
