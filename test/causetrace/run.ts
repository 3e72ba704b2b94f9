// npm run test:causetrace [-- --version 0.3.1]: installs causetrace from PyPI, records sessions with its own command
// line, recorder and hook, and compares stemma's answers with its own, event by event. Exits 1 when they differ, and
// with 77 when causetrace cannot be had here (no Python, no network): then nothing was compared.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { TreeAnswer, TreeStep, WhyAnswer } from '../../src/types.ts';
import { Causetrace, Unavailable } from './causetrace.ts';

const { values: flags } = parseArgs({ options: { version: { type: 'string', default: '0.3.1' } } });
const main = join(import.meta.dirname, '../../dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'stemma-causetrace-'));
const differences: string[] = [];
try {
  const causetrace = Causetrace.install(folder, flags.version);
  say(`causetrace ${flags.version} on ${causetrace.version}`);
  record(causetrace);
  stemma(causetrace, 'ingest', '--quiet');
  for (const session of causetrace.sessions()) compare(causetrace, session, `causetrace:${session}`);
  compareExported(causetrace);
  for (const difference of differences) say(`differs: ${difference}`);
  say(differences.length === 0 ? 'every answer agrees' : `${differences.length} answers differ`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  say(`skipped, nothing was compared: ${error.message}`);
  process.exitCode = 77;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** With everything it has to record: its demo, its recorder, its hook, and its reader of Claude Code's transcripts. */
function record(causetrace: Causetrace): void {
  causetrace.cli('demo');
  causetrace.script('record.py');
  const hooked = '5d1f0c3e-0000-4000-8000-000000000001';
  causetrace.hook(hooked, 'Read', { file_path: 'src/cart.js', limit: 40 }, { output: 'export const total = 0;' });
  causetrace.hook(hooked, 'Edit', { file_path: 'src/cart.js', old_string: '0', new_string: '1' }, { ok: true });
  causetrace.hook(hooked, 'Bash', { command: 'npm test' }, { output: 'Tests: 5 passed' });
  const transcript = '7c0a1e52-0000-4000-8000-000000000002';
  const project = join(causetrace.home, '.claude', 'projects', '-srv-shop');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, `${transcript}.jsonl`), transcriptOf(['Run it.', 'npm run build', 'A type is wrong.']));
  causetrace.cli('enrich', transcript, '--save');
}

function transcriptOf([thought, command, answer]: readonly string[]): string {
  const record = (second: number, ...content: readonly object[]): string =>
    JSON.stringify({
      type: 'assistant',
      timestamp: `2026-11-18T05:40:0${second}.000Z`,
      message: { role: 'assistant', model: 'claude-sonnet-4-5', content },
    });
  return [
    record(2, { type: 'thinking', thinking: thought }),
    record(3, { type: 'tool_use', id: 'toolu_01', name: 'Bash', input: { command } }),
    record(9, { type: 'text', text: answer }),
    '',
  ].join('\n');
}

function compare(causetrace: Causetrace, session: string, uid: string): void {
  const labels = causetrace.labels(session);
  const tree = steps(stemma(causetrace, 'tree', uid, '--causal', '--min-confidence', '1', '--limit', '100000'));
  expectSame(`${session} tree`, treeLines(tree, labels), printedTree(causetrace.cli('tree', session)));
  // Inference adds below what was recorded, and moves nothing of it.
  const under = new Map(tree.map(({ id, under: above }) => [id, above]));
  for (const step of steps(stemma(causetrace, 'tree', uid, '--causal', '--limit', '100000')))
    if (under.get(step.id)) expectSame(`${session} ${step.native_id} below`, step.under, under.get(step.id));

  for (const id of labels.keys()) {
    const { target, line } = JSON.parse(
      stemma(causetrace, 'why', uid, id, '--min-confidence', '1', '--limit', '1000'),
    ) as WhyAnswer;
    const chain = [target.step, ...line.map(({ step }) => step)].map(({ native_id }) => labels.get(native_id!));
    expectSame(`${session} why ${id}`, chain.toReversed(), printedChain(causetrace.cli('why', session, id)));
  }

  const exported = stemma(causetrace, 'export', uid, '--format', 'causetrace');
  expectSame(`${session} export`, parsed(exported), JSON.parse(causetrace.cli('export', session)));
  expectSame(`${session} export, to the byte`, exported, causetrace.lines(session));
  say(`  ${session}: ${labels.size} events; tree, why of each, export`);
}

/** A session of another agent, exported by stemma, is a session that causetrace can show. */
function compareExported(causetrace: Causetrace): void {
  const session = 'from-stemma';
  const lines = stemma(causetrace, 'export', '--demo', '--format', 'causetrace').trim().split('\n');
  // Thoughts have no cause of their own: causetrace would show each as a root.
  const shown = lines.filter((line) => (JSON.parse(line) as { stemma?: { step?: boolean } }).stemma?.step !== false);
  causetrace.add(session, `${shown.join('\n')}\n`);
  const tree = steps(stemma(causetrace, 'tree', '--demo', '--causal', '--limit', '100000'));
  const labels = causetrace.labels(session);
  const byId = tree.map((step) => ({ ...step, native_id: step.id }));
  expectSame(`${session} tree`, treeLines(byId, labels), printedTree(causetrace.cli('tree', session)));
  say(`  ${session}: ${labels.size} events that stemma exported; tree`);
}

function steps(json: string): readonly TreeStep[] {
  return (JSON.parse(json) as TreeAnswer).tree.steps;
}

/** `depth label` of each step, as the tree shows them. */
function treeLines(all: readonly TreeStep[], labels: ReadonlyMap<string, string>): readonly string[] {
  const below = Map.groupBy(all, ({ under }) => under);
  const lines: string[] = [];
  const waiting = [...(below.get(null) ?? [])].toReversed().map((step) => ({ step, depth: 0 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { step, depth } = next;
    lines.push(`${depth} ${labels.get(step.native_id!)}`);
    for (const child of (below.get(step.id) ?? []).toReversed()) waiting.push({ step: child, depth: depth + 1 });
  }
  return lines;
}

/** The same of what causetrace prints: two columns a level, and two more before a branch. */
function printedTree(text: string): readonly string[] {
  return [...text.matchAll(/^( *)([└├]─ )?\[[\d:]+\] (.*)$/gm)].map(([, indent, branch, rest]) => {
    const depth = branch === undefined ? 0 : (indent!.length - 2) / 2;
    return `${depth} ${labelIn(rest!)}`;
  });
}

function printedChain(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}\[[\d:]+\] (.*) (?:──→|◀── TARGET)$/gm)].map(([, rest]) => labelIn(rest!));
}

/** Without its duration, and the word for why that roots have. */
function labelIn(text: string): string {
  return text.replace(/ {2}\[caused by: [^\]]*\]$/, '').replace(/ \(\d+ms\)$/, '');
}

function parsed(lines: string): readonly unknown[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

function expectSame(what: string, ours: unknown, theirs: unknown): void {
  if (isDeepStrictEqual(ours, theirs)) return;
  const at = Array.isArray(ours) && Array.isArray(theirs) ? firstDifference(ours, theirs) : undefined;
  const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
  differences.push(
    at === undefined
      ? `${what}: stemma ${brief(ours)}, causetrace ${brief(theirs)}`
      : `${what}, number ${at + 1}: stemma ${brief((ours as unknown[])[at])}, causetrace ${brief((theirs as unknown[])[at])}`,
  );
}

function firstDifference(a: readonly unknown[], b: readonly unknown[]): number {
  return Array.from({ length: Math.max(a.length, b.length) }).findIndex((_, at) => !isDeepStrictEqual(a[at], b[at]));
}

/** Answers of questions as JSON; exports as they are. */
function stemma({ home }: Causetrace, verb: string, ...argv: readonly string[]): string {
  const words = [verb, ...argv, '--quiet', ...(verb === 'tree' || verb === 'why' ? ['--json'] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...new Set(words)], {
    encoding: 'utf8',
    env: { ...process.env, HOME: home, USERPROFILE: home, STEMMA_HOME: join(home, 'stemma') },
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`stemma ${words.join(' ')}: ${stderr}`);
  return stdout;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
