// `npm run crash [-- --tries N --seed S --kind K]`: stops stemma at random moments; see docs/hardness.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allKinds, campaign, type Kind } from './campaign.ts';

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', multiple: true },
  },
});
const print = (text: string) => void process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'stemma-crash-'));
const begun = performance.now();
const chosen = allKinds.filter((kind) => values.kind?.includes(kind) ?? true);
const { tries, killed, failures, skipped } = await campaign({
  seed: Number(values.seed),
  tries: Number(values.tries),
  folder,
  kinds: chosen,
  onTry: (kind: Kind, failed) => process.stderr.write(`${kind}, ${failed} failures\n`),
});
for (const { kind, number, what } of failures) print(`${kind} ${number}: ${what}\n`);
for (const what of skipped) print(what);
const counts = Object.entries(tries).map(([kind, count]) => `${count} × ${kind}`);
const seconds = Math.round((performance.now() - begun) / 1000);
print(
  `${counts.join(', ')}; ${killed} processes killed in mid-work, ${failures.length} failures; seed ${values.seed}, ${seconds} s`,
);
if (failures.length > 0) print(`What failed is below ${folder}.`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = failures.length > 0 ? 1 : 0;
