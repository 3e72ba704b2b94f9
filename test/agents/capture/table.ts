import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { capabilities } from './capability.ts';
import type { Capability, Finding } from './capability.ts';

export interface Outcome {
  readonly agent: Agent;
  readonly findings: readonly Finding[];
}

const docs = join(import.meta.dirname, '../../../docs/agents.md');

/** Nothing was wrong but what the agent is known not to give. */
export function isPassed({ agent, findings }: Outcome): boolean {
  return (
    findings.length > 0 && findings.every(({ wrong, capability }) => wrong === undefined || capability in agent.lacks)
  );
}

/** Capabilities by agents, in Markdown, with a note for everything that is missing. */
export function table(outcomes: readonly Outcome[]): string {
  const notes: string[] = [];
  const titles = outcomes.map(({ agent }) => `${agent.title} ${agent.version}`);
  const rows = Object.entries(capabilities).map(([capability, means]) => {
    const cells = outcomes.map((outcome) => cell(outcome, capability as Capability, notes));
    return `| **${capability}**: ${means} | ${cells.join(' | ')} |`;
  });
  const head = [`| | ${titles.join(' | ')} |`, `|---|${titles.map(() => ':-:').join('|')}|`];
  return [
    ...head,
    ...rows,
    ...(notes.length > 0 ? [''] : []),
    ...notes.map((note, index) => `${index + 1}. ${note}`),
  ].join('\n');
}

function cell({ agent, findings }: Outcome, capability: Capability, notes: string[]): string {
  const here = findings.filter((finding) => finding.capability === capability);
  const isWrong = here.some(({ wrong }) => wrong !== undefined);
  const reason = agent.lacks[capability];
  if (reason !== undefined && (isWrong || here.length === 0)) {
    const note = `${agent.title}: ${reason}.`;
    if (!notes.includes(note)) notes.push(note);
    return `${here.some(({ wrong }) => wrong === undefined) ? '◐' : '–'} [${notes.indexOf(note) + 1}]`;
  }
  if (here.length === 0) return '';
  return isWrong ? '✗' : '✓';
}

/** The blocks of docs/agents.md: the table of the last whole run, and one row for each of the other agents. */
export function writeToDocs(outcomes: readonly Outcome[], { isWhole }: { readonly isWhole: boolean }): void {
  const text = readFileSync(docs, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const columns = outcomes.filter(({ agent }) => agent.shownAs !== 'row');
  const withTable = isWhole
    ? text.replace(/(<!-- table:begin -->\n)[^]*(<!-- table:end -->)/, (_, begin: string, end: string) => {
        return `${begin}Run on ${day}: ${process.platform}, Node ${process.versions.node}.\n\n${table(columns)}\n${end}`;
      })
    : text;
  const rows = outcomes.filter(({ agent }) => agent.shownAs === 'row');
  const withRows = withTable.replace(
    /(<!-- rows:begin -->\n)([^]*)(<!-- rows:end -->)/,
    (_, begin: string, block: string, end: string) => `${begin}${replaceRows(block, rows, day)}${end}`,
  );
  writeFileSync(docs, withRows);
}

/** The second table with these rows and their notes replaced or added, by title. */
export function replaceRows(block: string, outcomes: readonly Outcome[], day: string): string {
  const names = Object.keys(capabilities);
  const lines = block.split('\n');
  const isOf = (line: string, title: string) => line.startsWith(`| ${title} `) || line.startsWith(`- ${title}: `);
  const kept = lines.filter((line) => !outcomes.some(({ agent }) => isOf(line, agent.title)));
  const rows = kept.filter((line) => line.startsWith('| ') && !line.startsWith('| agent '));
  const notes = kept.filter((line) => line.startsWith('- '));
  for (const outcome of outcomes) {
    const { agent } = outcome;
    const cells = names.map((name) => cell(outcome, name as Capability, []).replace(/ \[\d+\]$/, ''));
    rows.push(`| ${agent.title} ${agent.version} | ${day} | ${cells.join(' | ')} |`);
    const reasons = Map.groupBy(Object.entries(agent.lacks), ([, reason]) => reason);
    const words = [...reasons].map(([reason, of]) => `${of.map(([name]) => `*${name}*`).join(', ')}: ${reason}`);
    if (words.length > 0) notes.push(`- ${agent.title}: ${words.join('; ')}.`);
  }
  const head = [`| agent | run on | ${names.join(' | ')} |`, `|---|---|${names.map(() => ':-:').join('|')}|`];
  return [...head, ...rows.toSorted(), '', ...notes.toSorted(), ''].join('\n');
}
