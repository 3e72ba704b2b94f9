// `npm run secrets [-- --seed S --rounds N]`: what redaction finds, what it touches, what it costs; see docs/hardness.md.
import { parseArgs } from 'node:util';
import { plantSecrets, readInnocents, readSessions, timeNasty } from './campaign.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '5' } },
});
const seed = Number(values.seed);
const rounds = Number(values.rounds);
const print = (text: string) => void process.stdout.write(`${text}\n`);
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;
const begun = performance.now();

const { planted, kinds, shapes, missed } = plantSecrets(seed, rounds);
print(
  `${planted} secrets of ${kinds} kinds in ${shapes} shapes: ${percent(planted - missed.length, planted)} redacted`,
);
for (const by of ['kind', 'shape'] as const)
  for (const [name, count] of counted(missed.map((one) => one[by]))) print(`  missed ${count} × ${by} ${name}`);

const innocent = readInnocents(seed, rounds * 100);
print(
  `${innocent.lines} innocent lines of ${innocent.kinds} kinds: ${percent(innocent.touched.length, innocent.lines)} touched`,
);
for (const [name, count] of counted(innocent.touched.map(({ kind }) => kind))) print(`  touched ${count} × ${name}`);

const corpus = process.env['STEMMA_CORPUS'];
if (corpus === undefined) print('lines of real sessions: not read, STEMMA_CORPUS is not set');
else {
  const real = readSessions(corpus, seed, 20_000);
  print(
    `${real.lines} lines of real sessions: ${percent(real.touched.length, real.lines)} touched, real secrets among them`,
  );
}

const { inputs, slow } = timeNasty(seed, 32_768);
print(`${inputs} hostile texts of 32 and 256 kB: ${slow.length} cost more for each byte of the longer one`);
for (const { input, short, long } of slow)
  print(`  ${JSON.stringify(input)}: ${short.toFixed(0)} and ${long.toFixed(0)} ns`);

print(`seed ${seed}, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
const isGood = missed.length <= 0.03 * planted && innocent.touched.length <= 0.01 * innocent.lines && slow.length === 0;
process.exitCode = isGood ? 0 : 1;

function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
