import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HookKit } from '../../../src/live/hook/hook-command.ts';
import type { ChainRow } from '../../../src/store/store.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';

const times = 15;
const chains = 100_000;
/**
 * Times `node -e 0`, which takes 27 to 29 ms where this was written when nothing else runs: 60 ms, and 150 ms when
 * nothing is at hand.
 */
const warm = 2.2;
const cold = 5.2;
const adviser = join(import.meta.dirname, '../../../dist/advise.cjs');

export const advice: SpeedPromise = {
  name: 'advice',
  says: 'After a failed call a hook answers in 60 ms, 150 ms when nothing of it is in memory (as multiples of `node -e 0`), however many failures the archive holds; after any other it starts nothing.',

  async measure(say) {
    using folder = temporaryFolder();
    const { writeHook } = await built('live/hook/write-hook');
    const { hookCommand } = await built('live/hook/hook-command');
    const { advice: note, writeNoteScript } = await built('live/hook/notes');
    const kit: HookKit = { home: join(folder.path, 'home'), platform: 'linux', node: process.execPath, adviser };
    writeHook(kit);
    writeNoteScript(kit, note, ['claude-code', 'codex']);
    say(`${chains} failures in the archive`);
    await remember(join(kit.home, 'stemma.db'));

    const line = hookCommand(kit, 'claude-code', 'PostToolUseFailure');
    const forgetSession = () => rmSync(join(kit.home, 'advice', 'sessions'), { recursive: true, force: true });
    const kinds: Readonly<Record<string, () => number>> = {
      'node -e 0': () => timeOf(process.execPath, ['-e', '0']),
      'with something to say': () => (forgetSession(), timeOf('sh', ['-c', line], payload(known), 'worked instead')),
      'with nothing to say': () => (
        forgetSession(),
        timeOf('sh', ['-c', line], payload('Error: nobody has seen this'), '')
      ),
      'with nothing in memory': () => (
        forgetSession(),
        chill(kit.home),
        timeOf('sh', ['-c', line], payload(known), 'worked instead')
      ),
    };
    const took = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]));
    for (let time = 0; time <= times; time++) {
      for (const [name, run] of Object.entries(kinds)) {
        const elapsed = run();
        if (time > 0) took.get(name)!.push(elapsed);
      }
    }
    const node = median(took.get('node -e 0')!);
    const found = (what: string, most: number): Finding => {
      const elapsed = median(took.get(what)!);
      return { what, measured: elapsed / node, unit: 'x', most, detail: `${elapsed.toFixed(0)} ms` };
    };
    return {
      how:
        `The line that agents run, started with sh -c, its answer read through a pipe, with ${chains} failures in the archive; medians of ${times} interleaved runs, \`node -e 0\` took ${node.toFixed(0)} ms. ` +
        'Nothing in memory: without compiled code, the archive and the program dropped from the page cache.',
      findings: [
        found('with something to say', warm),
        found('with nothing to say', warm),
        found('with nothing in memory', cold),
      ],
    };
  },
};

const known = "error: unrecognized subcommand 'npm'";

function payload(error: string): string {
  return JSON.stringify({
    session_id: 'now',
    cwd: '/home/ann/shop',
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: { command: 'frob npm run lint' },
    error: `Exit code 2\n${error}\n${'Usage: frob [OPTIONS]\n'.repeat(50)}`,
  });
}

function timeOf(file: string, args: readonly string[], input = '', says = ''): number {
  const started = performance.now();
  const { status, stdout } = spawnSync(file, args, { input, encoding: 'utf8' });
  const elapsed = performance.now() - started;
  if (status !== 0 || !stdout.includes(says) || (says === '' && stdout !== ''))
    throw new Error(`\`${args.join(' ')}\` ended with ${status} and said ${JSON.stringify(stdout)}.`);
  return elapsed;
}

/** Drops what a first answer after a long time would not find in memory. Node itself stays: it is in use. */
function chill(home: string): void {
  rmSync(join(home, 'advice'), { recursive: true, force: true });
  for (const path of [join(home, 'stemma.db'), adviser, join(home, 'hook.sh'), join(home, 'advise.sh')])
    execFileSync('dd', [`of=${path}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', 'status=none']);
}

async function remember(path: string): Promise<void> {
  const { openSqlite } = await built('store/sqlite/open');
  const { keyOf, sessionUid, treeKey } = await built('model/ids');
  mkdirSync(join(path, '..'), { recursive: true });
  await using store = await openSqlite(path, { mode: 'write' });
  const now = Date.now();
  for (let from = 0; from < chains; from += 5_000) {
    await store.write.putChains(
      Array.from({ length: 5_000 }, (_, index): ChainRow => {
        const number = from + index;
        const session = sessionUid('claude', `s${number}`);
        const tree = treeKey(session);
        const at = now - ((number % 60) + 1) * 24 * 60 * 60 * 1000;
        // One in five hundred is the one we ask about.
        const fingerprint =
          number % 500 === 0 ? known : `error: no rule to make target ${number.toString(36).replaceAll(/\d/g, 'q')}`;
        const attempt = {
          id: { tree, event: keyOf(`a${number}`) },
          action: 'Bash npm test',
          codeChanges: null,
          successful: true,
          marks: ['run npm test'],
          at: at + 30_000,
        };
        return {
          tree,
          chain: keyOf(`c${number}`),
          basis: 'mined',
          session,
          kind: 'real',
          type: 'error',
          message: fingerprint,
          fingerprint,
          also: [],
          action: 'Bash frob npm test',
          marks: ['run frob npm test'],
          context: null,
          at,
          state: 'resolved',
          resolvedAt: at + 60_000,
          verifiedBy: null,
          culprit: [],
          attempts: [attempt],
        };
      }),
    );
  }
}
