import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { AnalysisCache } from '../../../src/ingest/analysis/analysis-cache.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { push, type PushReport } from '../../../src/live/push/push.ts';
import { TeamClient } from '../../../src/live/push/server/team-client.ts';
import { Watermarks } from '../../../src/live/push/watermarks.ts';
import { namedMachine } from '../../../src/platform/machine-name.ts';
import { claudeCode } from '../../../src/sources/claude-code/index.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { Secrets } from '../../support/redaction/secrets.ts';
import { GrowingSessions } from './growing-sessions.ts';

// One machine of the campaign: sessions grow in its folder, it ingests and pushes them until its time is over, and then
// until everything has arrived. `node machine.ts '{…}'` prints what it did as JSON.

export interface MachineOptions {
  readonly number: number;
  /** Its transcripts, and stemma's home. */
  readonly files: string;
  readonly home: string;
  readonly url: string;
  readonly token: string;
  readonly sessions: number;
  readonly seconds: number;
  /** Between two rounds. */
  readonly paceMs: number;
}

export interface MachineResult {
  readonly pushes: number;
  /** Pushes that did not arrive, or whose answer did not. */
  readonly failures: number;
  readonly secrets: number;
  /** From the end of its time until everything had arrived. */
  readonly lateSeconds: number;
}

export async function runMachine(options: MachineOptions): Promise<MachineResult> {
  const { number, files, home, sessions, seconds, paceMs } = options;
  const growing = new GrowingSessions(files, { machine: number, sessions, secrets: new Secrets(number) });
  const client = new TeamClient(options, { attempts: 2, waitMs: 200 });
  const machine = namedMachine(home);
  using watermarks = new Watermarks(join(home, 'push.db'), 'archive');
  await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'write' });
  const sources = [claudeCode];
  const analyses = new AnalysisCache(sessions);
  let [pushes, failures, secrets] = [0, 0, 0];

  const round = async (): Promise<PushReport | undefined> => {
    await ingest({
      store,
      sources,
      machine: { home, env: {} },
      paths: [files],
      exclude: [],
      workspace: 'local',
      clock: Date.now,
      briefly: true,
      analyses,
    });
    pushes += 1;
    try {
      const report = await push({
        read: store.read,
        sources,
        watermarks,
        server: options.url,
        machine,
        rules: 'all',
        exclude: [],
        raw: false,
        send: (space, pushed, signal) => client.push(space, pushed, signal),
        signal: new AbortController().signal,
      });
      secrets += report.secrets;
      if (report.problems.length > 0) throw new Error(JSON.stringify(report.problems));
      return report;
    } catch (error) {
      if (
        (error as { code?: string }).code !== 'server-unreachable' &&
        (error as { code?: string }).code !== 'server-refused'
      )
        throw error;
      failures += 1;
      return undefined;
    }
  };

  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    growing.grow();
    await round();
    await sleep(paceMs * (0.5 + Math.random()));
  }
  growing.end();
  for (;;) {
    const report = await round();
    if (report?.files === 0) break;
  }
  return { pushes, failures, secrets, lateSeconds: (Date.now() - end) / 1_000 };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.stdout.write(JSON.stringify(await runMachine(JSON.parse(process.argv[2]!) as MachineOptions)));
