// `npm run fuzz [-- --files N --seed S]`: a campaign of changed files; see docs/hardness.md.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});
const print = (text: string) => void process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'stemma-fuzz-'));
const begun = performance.now();
const { files, rounds, commands, failures } = await fuzz({
  seed: Number(values.seed),
  files: Number(values.files),
  folder,
  perRound: 40,
  onRound: (round, failed) => process.stderr.write(`round ${round + 1}, ${failed} failures\n`),
});
for (const { round, command, what } of failures) print(`round ${round}: stemma ${command}\n  ${what}\n`);
const seconds = Math.round((performance.now() - begun) / 1000);
print(
  `${files} files in ${rounds} rounds, ${commands} commands, ${failures.length} failures; seed ${values.seed}, ${seconds} s`,
);
if (failures.length > 0) print(`What failed is below ${folder}.`);
process.exitCode = failures.length > 0 ? 1 : 0;
