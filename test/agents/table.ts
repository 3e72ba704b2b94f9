import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { capabilities } from './capability.ts';
import type { Capability, Finding } from './capability.ts';

export interface Outcome {
  readonly agent: Agent;
  readonly findings: readonly Finding[];
}

const docs = join(import.meta.dirname, '../../docs/agents.md');
const columns = Object.keys(capabilities) as Capability[];

/** Nothing was wrong but what the agent is known not to give. */
export function isPassed({ agent, findings }: Outcome): boolean {
  return findings.length > 0 && findings.every(({ wrong, capability }) => wrong === undefined || capability in agent.lacks);
}

/** Agents by capabilities, in Markdown, with a note for everything that is missing. */
export function table(outcomes: readonly Outcome[]): string {
  const notes: string[] = [];
  const rows = outcomes.map((outcome) => {
    const { agent } = outcome;
    const cells = columns.map((capability) => cell(outcome, capability, notes));
    return `| ${agent.title} ${agent.version} | ${cells.join(' | ')} |`;
  });
  const head = [`| agent | ${columns.join(' | ')} |`, `|---|${columns.map(() => ':-:').join('|')}|`];
  return [...head, ...rows, '', ...notes.map((note, index) => `${index + 1}. ${note}`)].join('\n');
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

/** The block of docs/agents.md that shows the last whole run. */
export function writeToDocs(outcomes: readonly Outcome[]): void {
  const text = readFileSync(docs, 'utf8');
  const block = /(<!-- table:begin -->\n)[\s\S]*(<!-- table:end -->)/;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(docs, text.replace(block, (_, begin: string, end: string) => `${begin}${date}, ${process.platform}, Node ${process.versions.node}\n\n${table(outcomes)}\n${end}`));
}
