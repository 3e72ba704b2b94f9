import { join } from 'node:path';
import { findCorpus } from '../../corpus.ts';
import { millionInOneSession } from '../../million-session.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { digestInChild, ingestInChild } from '../../run-child.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';

const largest = 3;

export const digest: SpeedPromise = {
  name: 'digest',
  says: 'Making the digest of a session of a million events takes at most 150 MB; no digest is larger than 16 kB, and on average they have 4 kB.',

  async measure(say) {
    const { home, session } = millionInOneSession(say);
    const findings: Finding[] = [made('of a million events', digestInChild(join(home, 'stemma.db'), session))];

    using folder = temporaryFolder();
    const corpus = findCorpus(folder.path);
    say(`ingesting ${corpus.says}`);
    const path = join(folder.path, 'corpus.db');
    ingestInChild(path, corpus.folders);
    const { openSqlite } = await built('store/sqlite/open');
    await using store = await openSqlite(path, { mode: 'read' });
    const { sessions } = await store.read.sessions({}, { limit: 100_000, offset: 0 });
    const long = sessions.toSorted((a, b) => b.events - a.events).slice(0, largest);
    for (const { uid } of long) findings.push(made('of a large session', digestInChild(path, uid)));

    const sizes = (await store.read.digests({}, { limit: 100_000, offset: 0 })).map(
      (kept) => JSON.stringify(kept.digest).length,
    );
    findings.push({
      what: 'largest digest',
      measured: Math.max(...sizes) / 1e6,
      unit: 'MB',
      most: 0.016,
      detail: `${Math.max(...sizes)} characters`,
    });
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    findings.push({
      what: 'a digest, on average',
      measured: mean / 1e6,
      unit: 'MB',
      most: 0.004,
      detail: `${Math.round(mean)} characters, ${sizes.length} digests`,
    });
    return {
      how: `Highest resident memory of a process that makes a digest from the events of a session; sizes as JSON, of ${corpus.says}.`,
      findings,
    };
  },
};

function made(what: string, { ms, peakBytes, events, bytes }: ReturnType<typeof digestInChild>): Finding {
  return {
    what,
    measured: peakBytes / 1e6,
    unit: 'MB',
    most: 150,
    detail: `${events} events in ${(ms / 1000).toFixed(2)} s, ${bytes} characters`,
  };
}
