import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HookKit } from '../../../src/live/hook/hook-command.ts';
import { broken, writeTranscript } from '../../../src/live/resume/fixtures/transcript.ts';
import { filesBelow } from '../../files-below.ts';
import { writeFleet, writeSessionOf } from '../../generate.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { ingestInChild } from '../../run-child.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';

const times = 15;
const archived = 100_000;
const compacted = 1_000;
const resumer = join(import.meta.dirname, '../../../dist/resume-hook.js');
/** Times `node -e 0`, which takes 27 to 29 ms where this was written when nothing else runs. */
const limits = { resumed: 3, new: 5, left: 9, compacted: 8, unread: 24 } as const;

export const sessionStart: SpeedPromise = {
  name: 'session-start',
  says: 'When a session starts, a hook has looked at what the last one left, and read what is new of it, in a quarter of a second; after a compaction in a fifth, or in half a second when nobody has read the end of its megabyte yet (as multiples of `node -e 0`).',

  async measure(say) {
    using folder = temporaryFolder();
    const { writeHook } = await built('live/hook/write-hook');
    const { hookCommand } = await built('live/hook/hook-command');
    const { resume, writeNoteScript } = await built('live/hook/notes');
    const kit: HookKit = { home: join(folder.path, '.stemma'), platform: 'linux', node: process.execPath, resumer };
    writeHook(kit);
    writeNoteScript(kit, resume, ['claude-code']);

    const shop = join(folder.path, 'shop');
    const projects = join(folder.path, '.claude', 'projects');
    const near = join(projects, '-shop');
    for (const path of [shop, near]) mkdirSync(path, { recursive: true });
    say(`an archive of ${archived} events, and a session of ${compacted}`);
    writeFleet(join(folder.path, 'fleet'), archived);
    writeSessionOf(join(folder.path, 'long'), compacted);
    ingestInChild(join(kit.home, 'stemma.db'), [join(folder.path, 'fleet'), join(folder.path, 'long')]);
    const [long] = filesBelow(join(folder.path, 'long')).filter(
      (path) => /[0-9a-f-]{36}\.jsonl$/.test(path) && !path.includes('subagents'),
    );
    const own = /([0-9a-f-]{36})\.jsonl$/.exec(long!)![1]!;

    const line = hookCommand(kit, 'claude-code', 'SessionStart');
    let round = 0;
    const begin = (payload: object, says = ''): number =>
      timeOf(
        line,
        { session_id: `s${round++}`, cwd: shop, hook_event_name: 'SessionStart', ...payload },
        folder.path,
        says,
      );
    /** What Claude Code wrote since it was last read. */
    const grow = (): void =>
      appendFileSync(
        long!,
        Array.from(
          { length: 50 },
          () =>
            `${JSON.stringify({ type: 'user', uuid: `u${round++}`, parentUuid: null, isSidechain: false, sessionId: own, cwd: '/home/dev/shop', version: '2.1.325', timestamp: new Date().toISOString(), message: { role: 'user', content: `Look at part ${round} of the cart again.` } })}\n`,
        ).join(''),
      );
    const kinds: Readonly<Record<string, () => number>> = {
      'node -e 0': () => timed(() => spawnSync(process.execPath, ['-e', '0']).status === 0),
      'one that is resumed, nothing to say': () => begin({ source: 'resume' }),
      'in a folder without a history': () => begin({ source: 'startup' }),
      'where the last session left something': () => {
        writeTranscript({ folder: near, session: `left-${round}`, cwd: shop, at: Date.now() - 60_000 }, broken);
        const took = begin(
          { source: 'startup', transcript_path: join(near, 'new.jsonl') },
          'left something unfinished',
        );
        rmSync(near, { recursive: true });
        mkdirSync(near);
        return took;
      },
      'after a compaction, its end not read yet': () => (
        grow(),
        begin({ session_id: own, transcript_path: long, source: 'compact' }, 'was compacted')
      ),
      'after a compaction': () => {
        rmSync(join(kit.home, 'advice', 'sessions'), { recursive: true });
        return begin({ session_id: own, transcript_path: long, source: 'compact' }, 'was compacted');
      },
    };
    const took = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]));
    // The folder has a history once the third kind was played.
    const order = Object.entries(kinds).flatMap(([name, run]) =>
      Array.from({ length: times + 1 }, (_, time) => ({ name, run, time })),
    );
    for (const { name, run, time } of order) {
      const elapsed = run();
      if (time > 0) took.get(name)!.push(elapsed);
    }
    const node = median(took.get('node -e 0')!);
    const found = (what: string, most: number): Finding => {
      const elapsed = median(took.get(what)!);
      return { what, measured: elapsed / node, unit: 'x', most, detail: `${elapsed.toFixed(0)} ms` };
    };
    return {
      how:
        `The line that agents run, started with sh -c, its answer read through a pipe, with ${archived} events in the archive; medians of ${times} runs, \`node -e 0\` took ${node.toFixed(0)} ms. ` +
        `What was left is a session that nobody has read yet; what was compacted is one of ${compacted} events in 1.2 MB, the second time with 50 lines that nobody has.`,
      findings: [
        found('one that is resumed, nothing to say', limits.resumed),
        found('in a folder without a history', limits.new),
        found('where the last session left something', limits.left),
        found('after a compaction', limits.compacted),
        found('after a compaction, its end not read yet', limits.unread),
      ],
    };
  },
};

function timeOf(line: string, payload: object, home: string, says: string): number {
  return timed(() => {
    const { status, stdout } = spawnSync('sh', ['-c', line], {
      input: JSON.stringify(payload),
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home },
    });
    if (status !== 0 || !stdout.includes(says) || (says === '' && stdout !== ''))
      throw new Error(`The hook ended with ${status} and said ${JSON.stringify(stdout)}.`);
    return true;
  });
}

function timed(run: () => boolean): number {
  const started = performance.now();
  if (!run()) throw new Error('It did not run.');
  return performance.now() - started;
}
