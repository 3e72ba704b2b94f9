import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePart } from '../quality-file.ts';
import { compareAll } from './compare-all.ts';
import { report } from './report.ts';
import { reportedIn } from './reported-usage.ts';

// node eval/cost/run.ts [FOLDER]: reads what agents say they used from their captures (../shared/agents), keeps it in
// reported-usage.json, and writes what stemma counts of the same sessions beside it, as a part of docs/quality.md.

const here = import.meta.dirname;
const captures = process.argv[2] ?? join(here, '../../../shared/agents');
if (!statSync(captures, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write(`${captures} is not a folder of captures. Usage: node eval/cost/run.ts [FOLDER]\n`);
  process.exit(2);
}
const reported = reportedIn(captures);
writeFileSync(
  join(here, 'reported-usage.json'),
  `[\n${reported.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`,
);
const all = await compareAll(reported);
writePart(join(here, '../../docs/quality.md'), 'cost', report(all));
const differs = all.filter(({ verdict }) => verdict === 'differs');
process.stdout.write(
  `${all.length} sums: ${all.filter(({ verdict }) => verdict === 'equal').length} equal, ${differs.length} differ and nobody knows why\n`,
);
for (const { reported: one, tokens } of differs)
  process.stdout.write(
    `${one.source} ${one.capture} ${one.session}: it says ${one.tokens.join(' ')}, we ${tokens.join(' ')}\n`,
  );
