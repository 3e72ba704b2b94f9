import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookKit } from '../../../src/live/hook/hook-command.ts';
import type { Finding, Say, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 15;
const perRound = 20;
const workers = 8;
const perWorker = 200;
const large = 300_000;

export const hook: SpeedPromise = {
  name: 'hook',
  says: "A hook costs at most twice what `sh -c 'cat > f'` does; of 8 × 200 events of 300 KB, 8 at a time, every one arrives whole.",

  async measure(say) {
    using folder = temporaryFolder();
    const { writeHook } = await built('live/hook/write-hook');
    const { hookCommand, spoolPath } = await built('live/hook/hook-command');
    const kit: HookKit = { home: join(folder.path, 'home'), platform: 'linux', node: '' };
    writeHook(kit);
    const command = hookCommand(kit, 'claude-code', 'PostToolUse');
    const costs = [3_000, large].map((bytes) => cost(folder.path, command, bytes, 'a hook'));
    // When an agent does not report which calls failed, the hook looks for signs of failure:
    // tee and grep instead of cat.
    const { advice, writeNoteScript } = await built('live/hook/notes');
    writeNoteScript({ ...kit, node: process.execPath, adviser: process.execPath }, advice, ['codex']);
    costs.push(
      cost(folder.path, hookCommand(kit, 'codex', 'PostToolUse'), 3_000, 'a hook that looks for failures', 2.5),
    );
    const arrived = await parallel(command, spoolPath(kit), say);
    return {
      how:
        `The line that agents run, started with sh -c as they start it, against sh -c 'cat > f' with the same input; both from a loop in sh, ${perRound} at a time in turn, ` +
        `median of ${rounds} rounds. Then ${workers} processes at a time, each event with its own number, read back and counted from the spool.`,
      findings: [...costs, arrived],
    };
  },
};

function cost(folder: string, command: string, bytes: number, what: string, most = 2): Finding {
  const input = join(folder, 'input');
  writeFileSync(input, event(0, bytes));
  const loop = (line: string): number => {
    const script = `i=0; while [ $i -lt ${perRound} ]; do sh -c "$LINE" < "$INPUT"; i=$((i + 1)); done`;
    const started = performance.now();
    const { status } = spawnSync('sh', ['-c', script], {
      cwd: folder,
      env: { ...process.env, LINE: line, INPUT: input },
    });
    if (status !== 0) throw new Error(`The loop ended with ${status}.`);
    return (performance.now() - started) / perRound;
  };
  const [plain, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    plain.push(loop('cat > f'));
    ours.push(loop(command));
  }
  const ratio = median(ours) / median(plain);
  return {
    what: `${what} of ${bytes / 1_000} KB`,
    measured: ratio,
    unit: 'x',
    most,
    detail: `${median(ours).toFixed(2)} ms against ${median(plain).toFixed(2)} ms`,
  };
}

async function parallel(command: string, spool: string, say: Say): Promise<Finding> {
  const before = new Set(readdirSync(spool));
  const total = workers * perWorker;
  say(`${total} events of ${large / 1_000} KB`);
  let next = 0;
  let failed = 0;
  const work = async (): Promise<void> => {
    while (next < total) if ((await ended(command, event(next++, large))) !== 0) failed += 1;
  };
  await Promise.all(Array.from({ length: workers }, work));
  const whole = new Set<number>();
  for (const name of readdirSync(spool).filter((each) => !before.has(each))) {
    const text = readFileSync(join(spool, name), 'utf8');
    const { number } = JSON.parse(text) as { number: number };
    if (text === event(number, large)) whole.add(number);
  }
  return {
    what: 'parallel events intact',
    measured: (100 * whole.size) / total,
    unit: '%',
    least: 100,
    detail: `${whole.size} of ${total}, ${failed} hooks did not exit 0`,
  };
}

function ended(command: string, input: string): Promise<number | null> {
  return new Promise((done, fail) => {
    const child = spawn('sh', ['-c', command], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', fail);
    child.stdin.on('error', fail);
    child.on('exit', done);
    child.stdin.end(input);
  });
}

function event(number: number, bytes: number): string {
  const head = `{"number":${number},"tool_name":"Read","tool_response":"`;
  return `${head}${'0123456789'.repeat(bytes).slice(0, bytes - head.length - 3)}"}\n`;
}
