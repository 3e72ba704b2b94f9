import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { campaign } from './campaign.ts';

// `npm run campaign -- --machines 50 --sessions 20 --minutes 10`: prints what arrived, and exits with 1 when anything was
// lost, doubled, different or leaked.

const { values } = parseArgs({
  options: {
    machines: { type: 'string', default: '50' },
    sessions: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '10' },
    pace: { type: 'string', default: '2' },
    drops: { type: 'string', default: '0.2' },
    kills: { type: 'string', default: '2' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'stemma-campaign-'));
try {
  const result = await campaign({
    folder,
    machines: Number(values.machines),
    sessions: Number(values.sessions),
    seconds: Number(values.minutes) * 60,
    paceMs: Number(values.pace) * 1_000,
    drops: Number(values.drops),
    kills: Number(values.kills),
    onNote: (text) => process.stderr.write(`${text}\n`),
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  const { sessions, events, secrets, damage, reads } = result;
  const isWhole =
    sessions.equal === sessions.expected &&
    sessions.lost + sessions.extra === 0 &&
    events.there === events.expected &&
    secrets.leaked.length === 0 &&
    reads.refused.length === 0 &&
    damage.length === 0;
  process.exitCode = isWhole ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
