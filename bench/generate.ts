import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeClaudeSession, type Setting, type Written } from './generate/claude-session.ts';
import { writeCodexSession } from './generate/codex-session.ts';
import { Random } from './generate/random.ts';
import { Words } from './generate/words.ts';

export interface Fleet {
  readonly events: number;
  readonly sessions: number;
}

/**
 * Years of work of one person with two agents: some 2,000 sessions of 20 to 20,000 events, with failures, sub-agents,
 * forty repositories, and one session whose every event hangs on the one before it for more than 10,000 events.
 */
export function writeFleet(folder: string, wantedEvents: number, { output = 300 } = {}): Fleet {
  const random = new Random(1);
  const words = new Words(random);
  const repos = Array.from({ length: 40 }, () => `/home/dev/${words.name().toLowerCase()}`);
  const begins = Date.UTC(2025, 0, 6);
  let sum: Fleet = { events: 0, sessions: 0 };
  for (let number = 0; sum.events < wantedEvents; number++) {
    const setting: Setting = {
      random,
      words,
      folder: join(folder, 'claude'),
      cwd: random.of(repos),
      branch: random.of(['main', 'main', 'fix/total', 'feature/labels']),
      begins: begins + number * 5 * 60 * 60 * 1000,
      output,
    };
    const events =
      number === 0 && wantedEvents > 100_000
        ? 20_000
        : random.skewed({ least: 20, usual: 220, most: 20_000, spread: 1.35 });
    const written =
      number % 4 === 3
        ? writeCodexSession({ ...setting, folder: join(folder, 'codex') }, { events })
        : writeClaudeSession(setting, { events });
    sum = { events: sum.events + written.events, sessions: sum.sessions + written.sessions };
  }
  return sum;
}

/** One session in one file of about this many bytes. */
export function writeLongSession(folder: string, bytes: number): Written {
  return writeClaudeSession(aSetting(folder), { events: Infinity, bytes }, { agents: 0 });
}

/** One session of so many events, with the sub-agents it starts. */
export function writeSessionOf(folder: string, events: number): Written {
  return writeClaudeSession(aSetting(folder), { events });
}

/** A small session with one line of this many bytes in its middle: a tool result nobody should have printed. */
export function writeLongLine(path: string, bytes: number): void {
  const { random, words } = aSetting(dirname(path));
  const common = {
    isSidechain: false,
    cwd: '/home/dev/shop',
    sessionId: random.uuid(),
    version: '2.1.325',
    gitBranch: 'main',
  };
  const uuids = Array.from({ length: 4 }, () => random.uuid());
  const record = (i: number, fields: object) =>
    `${JSON.stringify({ parentUuid: uuids[i - 1] ?? null, ...fields, uuid: uuids[i], timestamp: `2026-01-05T10:00:0${i}.000Z`, ...common })}\n`;
  const output = words
    .output(2_000_000)
    .repeat(Math.ceil(bytes / 2_000_000))
    .slice(0, bytes);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    [
      record(0, { type: 'user', message: { role: 'user', content: 'Print the whole log.' } }),
      record(1, {
        type: 'assistant',
        message: {
          id: 'msg_1',
          role: 'assistant',
          model: 'claude-opus-5-5',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'cat all.log' } }],
        },
      }),
      record(2, {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: output }] },
      }),
      record(3, {
        type: 'assistant',
        message: {
          id: 'msg_2',
          role: 'assistant',
          model: 'claude-opus-5-5',
          content: [{ type: 'text', text: 'That was long.' }],
        },
      }),
    ].join(''),
  );
}

function aSetting(folder: string): Setting {
  const random = new Random(2);
  return {
    random,
    words: new Words(random),
    folder,
    cwd: '/home/dev/shop',
    branch: 'main',
    begins: Date.UTC(2026, 0, 5),
    output: 300,
  };
}
