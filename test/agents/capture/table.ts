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

/** The block of docs/agents.md about the last whole run. */
export function writeToDocs(outcomes: readonly Outcome[]): void {
  const day = new Date().toISOString().slice(0, 10);
  const content = `Run on ${day}: ${process.platform}, Node ${process.versions.node}.\n\n${table(outcomes)}\n`;
  const block = /(<!-- table:begin -->\n)[^]*(<!-- table:end -->)/;
  writeFileSync(
    docs,
    readFileSync(docs, 'utf8').replace(block, (_, begin: string, end: string) => `${begin}${content}${end}`),
  );
}
