import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStemma } from '../../src/index.ts';
import type { Chain } from '../../src/model/chain.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { writePart } from '../quality-file.ts';
import { replay } from './replay.ts';
import { asMarkdown, bandsOf, distinctOf, figuresOf } from './report.ts';

const help = `STEMMA_CORPUS=DIR npm run eval:advice -- [options]

Replays the sessions in STEMMA_CORPUS in the order they happened, asks for advice at every failure with only the past known, and writes
how often it gave advice and was right into docs/quality.md.

  --archive FILE   replay an archive that is there already, instead of STEMMA_CORPUS
  --wrong          list the advice and the actual fix where they differ
  --json           print the figures as JSON and write nothing
`;

const root = resolve(import.meta.dirname, '..', '..');
const { values } = parseArgs({
  options: {
    archive: { type: 'string' },
    wrong: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const corpus = process.env['STEMMA_CORPUS'];

if (values.help) process.stdout.write(help);
else if (values.archive === undefined && corpus === undefined) {
  process.stderr.write(`Set STEMMA_CORPUS to a folder of sessions.\n\n${help}`);
  process.exitCode = 2;
} else await run(values.archive === undefined ? await chainsIn(corpus!) : await chainsOf(values.archive));

async function run(chains: readonly Chain[]): Promise<void> {
  const replayed = replay(chains);
  const thresholds = [0.3, 0.4, 0.5, 0.6, 0.7].map((least) => ({ least, figures: figuresOf(replay(chains, least)) }));
  const figures = figuresOf(replayed);
  if (values.json) {
    process.stdout.write(
      `${JSON.stringify({ ...figures, distinct: distinctOf(replayed.given), bands: bandsOf(replayed.given), thresholds })}\n`,
    );
    return;
  }
  process.stdout.write(
    `${figures.failures} real failures, ${figures.with_past} with a past fix; gave advice ${figures.given} times (${(figures.share * 100).toFixed(1)} %), right ${(figures.right * 100).toFixed(1)} %\n`,
  );
  for (const { least, figures: at } of thresholds)
    process.stdout.write(
      `  from ${least.toFixed(1)}: gave advice ${at.given}, right ${(at.right * 100).toFixed(1)} %\n`,
    );
  if (values.wrong) {
    for (const { chain, advice, isRight } of replayed.given) {
      if (isRight) continue;
      const helped = chain.attempts
        .filter(({ successful }) => successful !== false)
        .map(({ action }) => action)
        .join(' ; ');
      process.stdout.write(
        `${chain.error.fingerprint}\n  failed  ${chain.error.action}\n  advice  ${advice.fix.text} (${advice.worked} of ${advice.of})\n  fix     ${helped || '(nothing known)'}\n`,
      );
    }
  }
  if (values.archive !== undefined) return;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  writePart(
    join(root, 'docs', 'quality.md'),
    'advice',
    asMarkdown({ corpus: 'the public sessions in STEMMA_CORPUS', version, replayed, thresholds }),
  );
}

/** Reads them into an archive of its own. */
async function chainsIn(folder: string): Promise<readonly Chain[]> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-advice-'));
  try {
    {
      await using stemma = await openStemma({ home });
      await stemma.ingest({ paths: [folder] });
    }
    return await chainsOf(join(home, 'stemma.db'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function chainsOf(archive: string): Promise<readonly Chain[]> {
  await using store = await openSqlite(archive, { mode: 'read' });
  const all: Chain[] = [];
  for (;;) {
    const { chains, total } = await store.read.chains({ oldestFirst: true }, { limit: 1_000, offset: all.length });
    all.push(...chains);
    if (all.length >= total) return all;
  }
}
