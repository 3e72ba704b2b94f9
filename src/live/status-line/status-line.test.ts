import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownPrices } from '../../memory/cost/own-prices.ts';
import { sessionUid, treeKey } from '../../model/ids.ts';
import { agentsWithStatusLine } from '../../sources/registry.ts';
import { batchOf, eventRow, sessionOf, tally } from '../../store/contract-tests/cast.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import { openUsageAsItIs } from '../../store/sqlite/open-usage-as-it-is.ts';
import { installStatusLine, removeStatusLine } from './set-status-line.ts';
import { spentNow } from './spent-now.ts';
import { statusLineOf } from './status-line-of.ts';

const [agent] = agentsWithStatusLine;
const hour = 60 * 60 * 1000;
// Local noon, so that "today" is the same day everywhere.
const noon = new Date(2026, 2, 4, 12).getTime();

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-status-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An archive in which a million input tokens of Sonnet ($3) were used at each of these times. */
async function archiveWith(folder: string, ...times: readonly number[]): Promise<string> {
  const path = join(folder, 'stemma.db');
  await using store = await openSqlite(path, { mode: 'write' });
  const uid = sessionUid('claude', 'here');
  const tokens = { input: 1_000_000, output: 0, cache_read: 0, cache_write: 0 };
  const events = times.map((at, index) =>
    eventRow(`e${index}`, { session: uid, key: index + 1, at, model: 'claude-sonnet-4-6', tokens }),
  );
  const session = sessionOf(uid, {
    root: uid,
    source: agent!.name,
    startedAt: Math.min(...times),
    endedAt: Math.max(...times),
    add: tally({ events: events.length }),
  });
  await store.write.commit({ ...batchOf({ uid, tree: treeKey(uid), events }), sessions: [session] });
  return path;
}

const asked = {
  table: ownPrices(),
  budget: undefined,
  now: noon,
  source: agent!.name,
  session: sessionUid('claude', 'here'),
  usd: undefined,
};

describe('what was spent', () => {
  test('today and in this block; what the agent counts beyond the archive is added', async () => {
    const path = await archiveWith(temporaryFolder(), noon - 30 * hour, noon - 2 * hour, noon - hour);
    const read = openUsageAsItIs(path)!;
    expect(await spentNow(read, asked)).toEqual({
      today: 6,
      block: { usd: 6, endsIn: 3 * hour, usdPerHour: 6 },
      budget: undefined,
    });
    const budget = { usd: 10, per: 'month' } as const;
    expect(await spentNow(read, { ...asked, budget, usd: 11 })).toMatchObject({
      today: 8,
      block: { usd: 8, usdPerHour: 4 },
      budget: { spent: 11, state: 'over' },
    });
  });

  test('nothing in a block that has ended', async () => {
    const read = openUsageAsItIs(await archiveWith(temporaryFolder(), noon - 6 * hour))!;
    expect((await spentNow(read, asked)).block).toBeUndefined();
  });
});

describe('the line', () => {
  const payload = {
    session_id: 'here',
    model: { display_name: 'Opus 5.5' },
    cost: { total_cost_usd: 1.234 },
    context_window: { used_percentage: 41.3 },
  };

  test('has what the agent says, and what the archive knows', async () => {
    const folder = temporaryFolder();
    const read = openUsageAsItIs(await archiveWith(folder, noon - 2 * hour, noon - hour));
    writeFileSync(join(folder, 'config.json'), '{"budget": {"usd": 7, "per": "day"}}');
    const about = { home: folder, agent: agent!, payload, now: noon, colours: false };
    expect(await statusLineOf({ ...about, read })).toBe(
      'Opus 5.5 · $1.23 session · $6.00 today · $6.00 block, 3 h 0 min left, $6.00/h · 86% of $7.00 today · context 41%',
    );
    expect(await statusLineOf({ ...about, read: openUsageAsItIs(join(folder, 'nothing.db')) })).toBe(
      'Opus 5.5 · $1.23 session · context 41%',
    );
    expect(await statusLineOf({ ...about, payload: {}, read: undefined })).toBe('');
  });

  test('shows a budget that is nearly spent in yellow', async () => {
    const folder = temporaryFolder();
    const read = openUsageAsItIs(await archiveWith(folder, noon - hour));
    writeFileSync(join(folder, 'config.json'), '{"budget": {"usd": 3.5, "per": "day"}}');
    const line = await statusLineOf({ home: folder, agent: agent!, payload: {}, now: noon, colours: true, read });
    expect(line).toContain('\u001B[33m86% of $3.50 today\u001B[39m');
  });
});

describe('settings', () => {
  function room(settings?: string) {
    const home = temporaryFolder();
    const machine = { home, env: {} };
    const path = agent!.statusLine.path(machine);
    if (settings !== undefined) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, settings);
    }
    const kit = { home: join(home, '.stemma'), platform: 'linux' as const, node: '/node', statusLiner: '/line.cjs' };
    return { path, work: { machine, kit, dryRun: false } };
  }

  test.each([['{\n  "model": "opus"\n}\n'], ['{"model":"opus"}'], ['{}\n'], ['// mine\n{ "a": [1, 2], }\n']])(
    'get the line and lose it again, to the byte: %j',
    (settings) => {
      const { path, work } = room(settings);
      expect(installStatusLine(agent!, work).status).toBe('installed');
      expect(readFileSync(path, 'utf8')).toContain('statusline.sh');
      expect(installStatusLine(agent!, work).status).toBe('unchanged');
      const isMade = settings.trim() === '{}';
      expect(removeStatusLine(agent!, work).status).toBe('removed');
      if (!isMade) expect(readFileSync(path, 'utf8')).toBe(settings);
      expect(removeStatusLine(agent!, work).status).toBe('not-installed');
    },
  );

  test('with the line of another program are left alone', () => {
    const settings = '{"statusLine": {"type": "command", "command": "mine.sh"}}';
    const { path, work } = room(settings);
    expect(installStatusLine(agent!, work)).toMatchObject({ status: 'taken', command: 'mine.sh' });
    expect(removeStatusLine(agent!, work).status).toBe('not-installed');
    expect(readFileSync(path, 'utf8')).toBe(settings);
  });

  test('that cannot be parsed are left alone', () => {
    const { path, work } = room('{"model": ');
    expect(() => installStatusLine(agent!, work)).toThrowError(expect.objectContaining({ code: 'bad-config' }));
    expect(readFileSync(path, 'utf8')).toBe('{"model": ');
  });

  test('of a machine without any are made; a dry run changes nothing', () => {
    const { path, work } = room();
    expect(installStatusLine(agent!, { ...work, dryRun: true }).status).toBe('installed');
    expect(() => readFileSync(path)).toThrowError('ENOENT');
    installStatusLine(agent!, work);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      statusLine: { type: 'command', command: expect.stringMatching(/^sh '.*statusline\.sh' claude-code$/) },
    });
    removeStatusLine(agent!, work);
    expect(() => readFileSync(path)).toThrowError('ENOENT');
  });
});
