// npm run test:agents [-- AGENT[@VERSION]… --scenario NAME --keep --write]: drives the real agents with a scripted
// model and checks that what stemma captured is what they did. Exits 1 when an agent that must pass does not.
import { parseArgs } from 'node:util';
import type { Agent } from './agent.ts';
import { advised } from './scenarios/advised.ts';
import { agents } from './agents.ts';
import { playAsked } from './scenarios/asked.ts';
import { playHanded, predecessorOf } from './scenarios/handed.ts';
import type { Finding } from './capture/capability.ts';
import { compare } from './capture/compare.ts';
import { drive } from './drive.ts';
import type { Driven } from './drive.ts';
import { install } from './room/install.ts';
import { playReopened } from './scenarios/reopened.ts';
import { playResumed } from './scenarios/resumed.ts';
import { scenarios } from './scenarios/scenarios.ts';
import type { Scenario } from './scenarios/script.ts';
import { isPassed, table, writeToDocs } from './capture/table.ts';
import type { Outcome } from './capture/table.ts';
import { adaptScenario } from './scenarios/adapt-scenario.ts';

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    scenario: { type: 'string', multiple: true },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const isWhole = names.length === 0 && !flags.scenario;
const chosen = names.length > 0 ? names.map(named) : agents;
if (flags.write && !isWhole && (flags.scenario || chosen.some(({ shownAs }) => shownAs !== 'row')))
  throw new Error('--write needs a run of all agents and scenarios, or of agents of the second table.');
const outcomes: Outcome[] = [];
for (const agent of chosen) outcomes.push(await examine(agent));
process.stdout.write(`\n${table(outcomes)}\n`);
if (flags.write) writeToDocs(outcomes, { isWhole });
process.exitCode = outcomes.every((outcome) => isPassed(outcome) || !outcome.agent.required) ? 0 : 1;

function isChosen(scenario: string): boolean {
  return !flags.scenario || flags.scenario.includes(scenario);
}

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
    for (const scenario of scenarios.filter(({ name }) => isChosen(name))) {
      const adapted = adaptScenario(agent, scenario);
      if (adapted) findings.push(...(await play(agent, installed, adapted)));
    }
    if (!('resume' in agent.lacks) && isChosen('resumed'))
      findings.push(...(await playDialogue('resumed', playResumed, agent, installed)));
    const predecessor = isChosen('handed') ? predecessorOf(agent) : undefined;
    if (predecessor) findings.push(...(await playDialogue('handed', playHanded(predecessor), agent, installed)));
    if (agent.reopen && isChosen('reopened'))
      findings.push(...(await playDialogue('reopened', playReopened, agent, installed)));
    if (!('mcp' in agent.lacks) && isChosen('asked'))
      findings.push(...(await playDialogue('asked', playAsked, agent, installed)));
  } catch (error) {
    findings.push({ capability: 'prompt', what: 'the agent ran', wrong: String(error) });
    say(`  ${String(error)}`);
  }
  return { agent, findings };
}

async function play(agent: Agent, installed: string, scenario: Scenario): Promise<readonly Finding[]> {
  const begun = Date.now();
  const wrongIn = (findings: readonly Finding[]) =>
    findings.filter(({ wrong, capability }) => wrong !== undefined && !(capability in agent.lacks));
  const driven = await drive(agent, installed, scenario, {
    keep: flags.keep,
    isWhole: (given, sessions) =>
      scenario.past !== undefined || wrongIn(compare(scenario, given, sessions)).length === 0,
  });
  if (scenario.past) return reported(scenario, driven, begun, advised(scenario.past, driven.requests), wrongIn);
  const [missing] = wrongIn(compare(scenario, driven.given, driven.live));
  const findings: readonly Finding[] = [
    ...compare(scenario, driven.given, driven.sessions),
    {
      capability: 'live',
      what: 'as the agent ended',
      ...(missing ? { wrong: `${missing.what}: ${missing.wrong}` } : {}),
    },
    hooksFinding(driven),
    ...(scenario.killedIn
      ? [
          {
            capability: 'running',
            what: 'the call',
            ...(driven.seenRunning ? {} : { wrong: 'was not there' }),
          } satisfies Finding,
        ]
      : []),
  ];
  return reported(scenario, driven, begun, findings, wrongIn);
}

/** Of what its model hears from us, and not of what it does. */
async function playDialogue(
  name: string,
  playIt: typeof playResumed | typeof playAsked | ReturnType<typeof playHanded>,
  agent: Agent,
  installed: string,
): Promise<readonly Finding[]> {
  const begun = Date.now();
  const played = await playIt(agent, installed, { keep: flags.keep });
  return reported({ name }, played, begun, played.findings, (findings) =>
    findings.filter(({ wrong }) => wrong !== undefined),
  );
}

function reported(
  scenario: Pick<Scenario, 'name'>,
  driven: Pick<Driven, 'home' | 'log' | 'ended'>,
  begun: number,
  findings: readonly Finding[],
  wrongIn: (findings: readonly Finding[]) => readonly Finding[],
): readonly Finding[] {
  const wrong = wrongIn(findings);
  say(
    `  ${scenario.name}: ${findings.length - wrong.length} of ${findings.length} in ${((Date.now() - begun) / 1000).toFixed(1)} s${flags.keep ? `, ${driven.home}` : ''}`,
  );
  for (const { capability, what, wrong: found } of wrong) say(`    ${capability}: ${what}: ${found}`);
  if (wrong.length > 0) {
    for (const line of driven.log) say(`    > ${line}`);
    if (driven.ended.late || driven.ended.code)
      say(
        `    ended with ${driven.ended.code}${driven.ended.late ? ', late' : ''}\n${(driven.ended.err + driven.ended.out).slice(-1500)}`,
      );
  }
  return findings;
}

function hooksFinding({ given, hooks }: Driven): Finding {
  const calls = given.flatMap((response) => response.calls).length;
  const isRight = hooks.collected >= calls && hooks.left === 0;
  return {
    capability: 'hooks',
    what: `of ${calls} calls`,
    ...(isRight ? {} : { wrong: `${hooks.collected} lines, ${hooks.left} left in the spool` }),
  };
}

/** How the run goes; the table alone is the answer. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
