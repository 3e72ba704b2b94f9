import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const bin = join(import.meta.dirname, '../../../bin/stemma.js');
const preload = pathToFileURL(join(import.meta.dirname, '../../child/peak-memory.mjs')).href;
const single = 40;
const flood = 10_000;
/** Lines an agent might write at once, and how long until it writes again. */
const burst = 50;
const pauseMs = 20;

export const watch: SpeedPromise = {
  name: 'watch',
  says: '`stemma watch` shows a new line within a second, and holds at most 150 MB while 10,000 events are appended.',

  async measure(say) {
    using folder = temporaryFolder();
    const project = join(folder.path, '.claude', 'projects', '-home-dev-shop');
    mkdirSync(project, { recursive: true });
    const path = join(project, '11111111-2222-4333-8444-555555555555.jsonl');
    const peak = join(folder.path, 'peak');
    const env = { PATH: process.env['PATH'], HOME: folder.path, STEMMA_BENCH_PEAK: peak, NO_COLOR: '1' };
    appendFileSync(path, lineOf(0));
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', preload, bin, 'watch', '--json'],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    // Whatever goes wrong here, it does not go on watching.
    using _ending = { [Symbol.dispose]: () => void child.kill('SIGKILL') };
    /** When each line came out; every line of the transcript is one. */
    const shown: number[] = [];
    createInterface(child.stdout).on('line', () => shown.push(performance.now()));
    await begun(child.stderr);

    const took: number[] = [];
    for (let n = 1; n <= single; n++) {
      const written = performance.now();
      appendFileSync(path, lineOf(n));
      await until(() => shown.length >= n);
      took.push(shown[n - 1]! - written);
      // Not in step with whatever it does on its own.
      await sleep(150 + (n % 7) * 60);
    }
    say(`${single} lines alone, now ${flood} in bursts`);
    for (let n = single + 1; n <= single + flood; n++) {
      appendFileSync(path, lineOf(n));
      if (n % burst === 0) await sleep(pauseMs);
    }
    const written = performance.now();
    await until(() => shown.length >= single + flood);
    const behind = performance.now() - written;
    child.kill('SIGINT');
    await once(child, 'exit');
    const bytes = Number(readFileSync(peak, 'utf8'));
    return {
      how: `The command itself, over one growing session; time from the write to the line on its stdout; then ${flood} events, ${burst} at a time every ${pauseMs} ms.`,
      findings: [
        {
          what: 'a new line is shown, at worst',
          measured: Math.max(...took),
          unit: 'ms',
          most: 1000,
          detail: `median ${median(took).toFixed(0)} ms`,
        },
        {
          what: `most memory over ${flood} events`,
          measured: bytes / 1e6,
          unit: 'MB',
          most: 150,
          detail: `the last was shown ${behind.toFixed(0)} ms after it was written`,
        },
      ],
    };
  },
};

/** Words, a call and its result in turn, as Claude Code writes them, of about the usual length. */
function lineOf(n: number): string {
  const isResult = n % 3 === 0;
  const record = {
    parentUuid: n === 0 ? null : uuidOf(n - 1),
    uuid: uuidOf(n),
    sessionId: '11111111-2222-4333-8444-555555555555',
    type: isResult ? 'user' : 'assistant',
    isSidechain: false,
    userType: 'external',
    timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    cwd: '/home/dev/shop',
    version: '2.1.300',
    message: isResult
      ? { role: 'user', content: resultOf(n) }
      : {
          id: `msg_${n}`,
          role: 'assistant',
          model: 'm',
          content: [n % 3 === 1 ? wordsOf(n) : callOf(n)],
          usage: { input_tokens: 1, output_tokens: 2 },
        },
  };
  return `${JSON.stringify(record)}\n`;
}

function wordsOf(n: number): object {
  return { type: 'text', text: `Note ${n} of what was found so far\n${'and some more words about it '.repeat(30)}` };
}

function callOf(n: number): object {
  return {
    type: 'tool_use',
    id: `toolu_${n}`,
    name: 'Bash',
    input: { command: `grep -rn total${n % 97} src/cart-${n % 31}.ts` },
  };
}

/** What begins the session is a prompt. */
function resultOf(n: number): string | readonly object[] {
  if (n === 0) return 'Find out where the totals come from';
  const found = Array.from(
    { length: 25 },
    (_, k) => `src/cart-${(n + k) % 31}.ts:${k}:  const total${(n * k) % 97} = sum${n}(prices, ${k});`,
  );
  return [{ type: 'tool_result', tool_use_id: `toolu_${n - 1}`, content: found.join('\n') }];
}

function uuidOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

async function begun(stderr: NodeJS.ReadableStream): Promise<void> {
  for await (const text of stderr.setEncoding('utf8')) if (String(text).includes('Watching')) return;
  throw new Error('watch ended before it began.');
}

async function until(isDone: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 120_000; !isDone();) {
    if (performance.now() > deadline) throw new Error('watch did not show what was written within two minutes.');
    await sleep(2);
  }
}
