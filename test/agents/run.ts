// npm run test:agents [-- AGENT[@VERSION]… --scenario NAME --keep --write]: drives the real agents with a scripted model
// and checks that what stemma captured is what they did. Exits 1 when an agent that must pass does not.
import { parseArgs } from 'node:util';
import type { Agent } from './agent.ts';
import { agents } from './agents.ts';
import type { Finding } from './capability.ts';
import { compare } from './compare.ts';
import { drive } from './drive.ts';
import { install } from './install.ts';
import { scenarios } from './scenarios.ts';
import type { Scenario } from './script.ts';
import { isPassed, table, writeToDocs } from './table.ts';
import type { Outcome } from './table.ts';
import { toldTo } from './told-to.ts';

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { scenario: { type: 'string', multiple: true }, keep: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});

const chosen = names.length > 0 ? names.map(named) : agents;
const outcomes: Outcome[] = [];
for (const agent of chosen) outcomes.push(await examine(agent));
process.stdout.write(`\n${table(outcomes)}\n`);
if (flags.write) writeToDocs(outcomes);
process.exitCode = outcomes.every((outcome) => isPassed(outcome) || !outcome.agent.required) ? 0 : 1;

function named(name: string): Agent {
  const [, bare, version] = /^([^@]+)(?:@(.+))?$/.exec(name) ?? [];
  const agent = agents.find((each) => each.name === bare);
  if (!agent) throw new Error(`There is no agent ${name}. There are ${agents.map((each) => each.name).join(', ')}.`);
  return version ? { ...agent, version } : agent;
}

async function examine(agent: Agent): Promise<Outcome> {
  say(`${agent.title} ${agent.version}`);
  const findings: Finding[] = [];
  try {
    const installed = await install(agent);
    for (const scenario of scenarios.filter(({ name }) => !flags.scenario || flags.scenario.includes(name))) {
      const told = toldTo(agent, scenario);
      if (told) findings.push(...(await play(agent, installed, told)));
    }
  } catch (error) {
    findings.push({ capability: 'prompt', what: 'the agent ran', wrong: String(error) });
    say(`  ${String(error)}`);
  }
  return { agent, findings };
}

async function play(agent: Agent, installed: string, scenario: Scenario): Promise<readonly Finding[]> {
  const begun = Date.now();
  const driven = await drive(agent, installed, scenario, { keep: flags.keep });
  const findings = compare(scenario, driven.given, driven.sessions);
  const wrong = findings.filter((finding) => finding.wrong !== undefined && !(finding.capability in agent.lacks));
  say(`  ${scenario.name}: ${findings.length - wrong.length} of ${findings.length} in ${((Date.now() - begun) / 1000).toFixed(1)} s${flags.keep ? `, ${driven.home}` : ''}`);
  for (const { capability, what, wrong: found } of wrong) say(`    ${capability}: ${what}: ${found}`);
  if (wrong.length > 0) {
    for (const line of driven.log) say(`    > ${line}`);
    if (driven.ended.late || driven.ended.code) say(`    ended with ${driven.ended.code}${driven.ended.late ? ', late' : ''}\n${(driven.ended.err + driven.ended.out).slice(-1500)}`);
  }
  return findings;
}

/** How the run goes; the table alone is the answer. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
