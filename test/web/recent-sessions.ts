import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transcript } from '../support/transcript.ts';
import { capturedSessions } from './test-server.ts';

const hour = 3_600_000;

/** A folder with sessions of the last days, in two repositories, and one that Codex recorded long ago. */
export function recentSessions(now = Date.now()): string {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-recent-'));
  const add = (transcript: Transcript) =>
    writeFileSync(join(folder, `${transcript.session}.jsonl`), transcript.toString());
  // Ten failures that differ, so that the list is longer than the screen of a phone; the oldest first.
  for (let at = 0; at < 10; at++)
    add(
      openFailure(`old-${at}`, {
        from: now - (40 + at) * 24 * hour,
        cwd: '/home/dev/bank',
        failure: `TypeError: cannot read ${words[at]} of undefined`,
      }),
    );
  for (const [at, isFixed] of [true, true, false].entries())
    add(missingModule(`missing-${at}`, { from: now - (50 + at) * hour, cwd: '/home/dev/shop', isFixed }));
  add(
    openFailure('open-shop', { from: now - 26 * hour, cwd: '/home/dev/shop', failure: 'Error: no such table: cart' }),
  );
  add(
    openFailure('open-bank', { from: now - 25 * hour, cwd: '/home/dev/bank', failure: 'Error: no such table: cart' }),
  );
  add(stillRunning('running-shop', { from: now - 20_000, cwd: '/home/dev/shop' }));
  addOldCodexSession(folder);
  return folder;
}

function addOldCodexSession(folder: string): void {
  const captured = capturedSessions(['codex']);
  for (const path of globSync('**/*.jsonl', { cwd: captured })) {
    const text = readFileSync(join(captured, path), 'utf8').replaceAll(/\d{4}-\d\d-\d\d(?=T)/g, '2025-06-01');
    if (text.includes('Read the sources.')) writeFileSync(join(folder, path.replaceAll('/', '-')), text);
  }
  rmSync(captured, { recursive: true, force: true });
}

const words = ['price', 'name', 'total', 'owner', 'balance', 'account', 'currency', 'amount', 'branch', 'holder'];

interface When {
  readonly from: number;
  readonly cwd: string;
}

function openFailure(name: string, { failure, ...when }: When & { readonly failure: string }): Transcript {
  return new Transcript(name, when)
    .prompt(`run the tests of ${name}`)
    .calls('t1', 'Bash', { command: 'npm test' })
    .returns('t1', `Exit code 1\n${failure}`, true)
    .says('They fail.');
}

/** A module is missing, and installed; the test then passes or fails as before. */
function missingModule(name: string, { isFixed, ...when }: When & { readonly isFixed: boolean }): Transcript {
  const missing = "Exit code 1\nError: Cannot find module 'left-pad'";
  return new Transcript(name, when)
    .prompt('make the tests pass')
    .calls('t1', 'Bash', { command: 'npm test' })
    .returns('t1', missing, true)
    .calls('t2', 'Bash', { command: 'npm install left-pad' })
    .returns('t2', 'added 1 package')
    .calls('t3', 'Bash', { command: 'npm test' })
    .returns('t3', isFixed ? 'ok 2 passing' : missing, !isFixed)
    .says(isFixed ? 'Fixed.' : 'It still fails.');
}

/** Its last call has no result yet. */
function stillRunning(name: string, when: When): Transcript {
  return new Transcript(name, when).prompt('watch the build').calls('t1', 'Bash', { command: 'npm run build' });
}
