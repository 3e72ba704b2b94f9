// node eval/claims.ts FOLDER [--count 40] [--seed 1] [--similar | --signatures]: draws claims that stemma makes about the
// sessions in a folder and prints each with the steps around it, so that a reader can judge it. Nothing is written.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { payloadOf } from '../src/ask/event/payload.ts';
import { isRetried } from '../src/ask/patterns/fix-marks.ts';
import type { Fix } from '../src/ask/patterns/fixes.ts';
import { patterns, type Pattern } from '../src/ask/patterns/patterns.ts';
import { withChanges } from '../src/ask/similar/fix-changes.ts';
import { ownFix } from '../src/ask/similar/match.ts';
import { knownFailures, similar } from '../src/ask/similar/similar.ts';
import { openStemma } from '../src/index.ts';
import { isDistinctive } from '../src/memory/errors/fingerprint.ts';
import type { Chain } from '../src/model/chain.ts';
import type { Event } from '../src/model/event.ts';
import { chainRef, eventRef } from '../src/model/ids.ts';
import { isEcho } from '../src/normalise/failures/noise-lines.ts';
import { sources } from '../src/sources/all-sources.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import type { StoreReader } from '../src/store/store.ts';
import { withoutTree } from './recurring.ts';

/** A claim of `stemma patterns`: this fixed that. */
export interface Claim {
  readonly pattern: Pattern;
  readonly fix: Fix;
}

/** All "fixed by" claims, in a fixed order. */
export async function claimsOf(read: StoreReader, now: number): Promise<readonly Claim[]> {
  const found = await patterns(read, { now, limit: 100_000 });
  return found.patterns
    .flatMap((pattern) => pattern.fixes.map((fix) => ({ pattern, fix })))
    .toSorted((a, b) => (a.fix.chain + a.fix.action < b.fix.chain + b.fix.action ? -1 : 1));
}

/** A few of them, the same ones for the same seed. */
export function drawn<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const left = [...items];
  const chosen: Item[] = [];
  let state = seed >>> 0;
  while (chosen.length < count && left.length > 0) {
    // A linear congruential generator: the same everywhere, and good enough to draw with.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return chosen;
}

async function claimText(read: StoreReader, { pattern, fix }: Claim): Promise<string> {
  const chain = (await read.chain(chainRef(fix.chain)!))!;
  return [
    `FAILURE  ${pattern.message}`,
    `         seen ${pattern.count} times, fixed ${pattern.resolved}, went away on retry ${pattern.retried}`,
    `FIXED BY ${fix.action}`,
    `         worked ${fix.worked + fix.unproven} of ${fix.tried}, verified ${fix.worked}`,
    `ONE CASE ${chain.error.message}`,
    ...(await stepsAround(read, chain)),
  ].join('\n');
}

/** The steps from the failure to its proof, with what is claimed of them, and what the failing one printed. */
async function stepsAround(read: StoreReader, chain: Chain): Promise<readonly string[]> {
  const { error, attempts, culprit, verified_by } = chain;
  if (error.session === null) return ['  entered manually'];
  const steps = await allSteps(read, error.session);
  const at = steps.findIndex(({ id }) => id === error.id);
  const roles = new Map<string, string>(culprit.map((id) => [id, 'culprit']));
  for (const { id, successful } of attempts) roles.set(id, successful === false ? 'attempt' : 'FIX');
  if (verified_by !== null) roles.set(verified_by, roles.has(verified_by) ? 'FIX+PROOF' : 'PROOF');
  roles.set(error.id, 'FAILED');
  const last = Math.max(at, ...steps.flatMap(({ id }, index) => (roles.has(id) ? [index] : [])));
  const lines: string[] = [];
  for (const [index, step] of steps.entries()) {
    const role = roles.get(step.id);
    const isNear = index >= at - 2 && index <= Math.min(last + 2, at + longestStretch);
    if (role === undefined && !isNear) continue;
    lines.push(`  ${step.id} ${(role ?? '').padEnd(9)} ${await stepText(read, step, role === undefined ? 160 : 500)}`);
    if (role !== undefined) lines.push(...(await outputLines(read, step, role === 'FAILED' ? 25 : 8)));
  }
  return lines;
}

const longestStretch = 40;

async function stepText(read: StoreReader, step: Event, longest: number): Promise<string> {
  const what = (await payloadOf(read, step, { sources, raw: true }))?.what;
  const text = what?.is === 'call' ? `${step.tool} ${JSON.stringify(what.input)}` : step.summary;
  return text.replaceAll('\n', ' ').slice(0, longest);
}

async function outputLines(read: StoreReader, step: Event, most: number): Promise<readonly string[]> {
  const lines = ((await outputOf(read, step)) ?? '').split('\n').map((line) => `           | ${line.slice(0, 200)}`);
  if (lines.length <= most) return lines;
  const half = Math.floor(most / 2);
  return [...lines.slice(0, half), `           | … ${lines.length - most} lines …`, ...lines.slice(-half)];
}

async function outputOf(read: StoreReader, step: Event): Promise<string | undefined> {
  for (const event of await read.eventsOfStep(eventRef(step.id)!, 5)) {
    const what = (await payloadOf(read, event, { sources, raw: true }))?.what;
    if (what?.is === 'result') return what.output;
  }
  return undefined;
}

async function allSteps(read: StoreReader, session: NonNullable<Chain['error']['session']>): Promise<readonly Event[]> {
  const all: Event[] = [];
  for (;;) {
    const found = await read.steps(session, { after: all.at(-1)?.seq ?? 0, limit: 1_000 });
    all.push(...found);
    if (found.length < 1_000) return all;
  }
}

/** Real failures that were found in sessions, oldest first. */
async function realFailures(read: StoreReader): Promise<readonly Chain[]> {
  const all: Chain[] = [];
  for (;;) {
    const { chains } = await read.chains(
      { kinds: ['real'], basis: 'mined', oldestFirst: true },
      { limit: 500, offset: all.length },
    );
    all.push(...chains);
    if (chains.length < 500) return all;
  }
}

/** The line that names a failure, and what was printed. */
async function signatureText(read: StoreReader, { error }: Chain): Promise<string> {
  const failing = (await read.eventsOf([eventRef(error.id)!]))[0]!;
  return [
    `SIGNATURE ${error.message}`,
    ...error.lines.map((line) => `     also ${line}`),
    `CALL      ${await stepText(read, failing, 300)}`,
    'OUTPUT',
    ...(await outputLines(read, failing, 60)),
  ].join('\n');
}

/**
 * Errors that came again in another session after an earlier one had a verified fix, each once. What has no name of its
 * own (a counter, an exit code) or no time cannot be looked for.
 */
async function recurringErrors(read: StoreReader): Promise<readonly Chain[]> {
  const solved = new Map<string, number>();
  const again = new Map<string, Chain>();
  for (const chain of await realFailures(read)) {
    const { fingerprint, at } = chain.error;
    if (at === null || !isDistinctive(fingerprint) || isEcho(fingerprint)) continue;
    const tree = chainRef(chain.id)!.tree;
    if (solved.has(fingerprint) && solved.get(fingerprint) !== tree) again.set(fingerprint, chain);
    else if (chain.resolved && chain.successful_fix_id !== null && !isRetried(chain)) solved.set(fingerprint, tree);
  }
  return [...again.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What `similar` answered when it was asked with the output of a failure, knowing only what came before. */
async function similarText(read: StoreReader, chain: Chain): Promise<string> {
  const failing = (await read.eventsOf([eventRef(chain.error.id)!]))[0]!;
  const output = (await outputOf(read, failing)) ?? '';
  const until = Date.parse(chain.error.at ?? '') - 1;
  const { tree } = chainRef(chain.id)!;
  const others = withoutTree(read, () => tree);
  const { matches } = await similar(knownFailures(others), output.trim() === '' ? chain.error.message : output, {
    now: until + 1,
    until,
    limit: 3,
    perFailure: 1,
    here: chain.error.repo,
    kinds: ['real'],
  });
  // As the command shows them: each failure once.
  const shown = await withChanges(read, matches.slice(0, 3), { sources, raw: true });
  return [
    'ASKED WITH',
    ...(await outputLines(read, failing, 25)),
    'ANSWERED',
    ...shown.flatMap((match) => [
      `  ${match.error_message}`,
      `    failed   ${match.failed_action ?? ''}`,
      ...(ownFix(match) === null ? [] : [`    fixed by ${ownFix(match)} (that time)`]),
      ...match.fixes
        .slice(0, 3)
        .map((fix) => `    fixed by ${fix.action} (worked ${fix.worked + fix.unproven} of ${fix.tried})`),
      ...(match.code_changes ?? '').split('\n').flatMap((line) => (line === '' ? [] : `    change   ${line}`)),
      ...(match.retried ? ['    went away on retry'] : []),
      `    because  ${match.why.join('; ')}`,
    ]),
    ...(shown.length === 0 ? ['  nothing'] : []),
    'WHAT FIXED IT THEN',
    ...(await stepsAround(read, chain)),
  ].join('\n');
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      similar: { type: 'boolean', default: false },
      signatures: { type: 'boolean', default: false },
      archive: { type: 'string' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined && values.archive === undefined) {
    process.stderr.write('node eval/claims.ts FOLDER [--count 40] [--seed 1] [--similar | --signatures]\n');
    process.exitCode = 2;
  } else {
    const home = values.archive ?? mkdtempSync(join(tmpdir(), 'stemma-claims-'));
    try {
      if (folder !== undefined) {
        await using stemma = await openStemma({ home });
        await stemma.ingest({ paths: readdirSync(folder).map((name) => join(folder, name)) });
      }
      await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'read' });
      const draw = <Item>(items: readonly Item[]) => drawn(items, Number(values.count), Number(values.seed));
      const texts = values.similar
        ? await Promise.all(draw(await recurringErrors(store.read)).map((each) => similarText(store.read, each)))
        : values.signatures
          ? await Promise.all(draw(await realFailures(store.read)).map((each) => signatureText(store.read, each)))
          : await Promise.all(draw(await claimsOf(store.read, Date.now())).map((each) => claimText(store.read, each)));
      texts.forEach((text, index) => process.stdout.write(`\n===== ${index + 1}\n${text}\n`));
    } finally {
      if (values.archive === undefined) rmSync(home, { recursive: true, force: true });
    }
  }
}
