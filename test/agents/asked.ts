// node test/agents/asked.ts [AGENT…]: lets real agents, with stemma in their MCP settings, ask what helped before and why it failed, and looks whether
// their model hears the answers. Exits 1 when one that must does not.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withMcp } from '../../src/live/install/mcp/mcp-setting.ts';
import { mcpPlaces, serverName } from '../../src/live/install/mcp/place.ts';
import { fixedTest } from '../support/transcript.ts';
import type { Agent, Room } from './agent.ts';
import { agents } from './agents.ts';
import { install } from './install.ts';
import { scriptedModel } from './model/server.ts';
import { environment, freshPlace } from './room.ts';
import { startProcess, type Ended } from './run-process.ts';
import type { Conversation, Tool } from './script.ts';
import { mainFile, stemma } from './stemma.ts';

const asking: Conversation = {
  prompt: 'The tests fail. Has this happened before, and why?',
  turns: [
    // Where tools of servers are listed by their names alone they are loaded first; elsewhere it is one more question.
    { calls: [{ does: 'run', command: 'load' }] },
    { text: 'I ask what helped before.', calls: [{ does: 'run', command: 'similar_failures' }] },
    { text: 'And why it failed then.', calls: [{ does: 'run', command: 'why' }] },
    { text: 'An edit of src/cart.js fixed it.' },
  ],
};

export interface Asked {
  readonly home: string;
  /** What is not as it should be. */
  readonly wrong: readonly string[];
  readonly log: readonly string[];
  readonly ended: Ended;
}

/** A past session in which a test failed and was fixed is in the archive; the model asks about it by the agent's own names of our tools. */
export async function playAsked(agent: Agent, installed: string, { keep }: { readonly keep: boolean }): Promise<Asked> {
  using place = freshPlace(`${agent.name}-asked`, { keep });
  let offered: readonly string[] = [];
  await using model = await scriptedModel([asking], (call, earlier): Tool => {
    const wanted = call.does === 'run' ? call.command : '';
    const request = model.requests.at(-1) ?? '';
    offered = toolsIn(request);
    const step = /ev_[0-9a-z]{22}/.exec(earlier.at(-1) ?? '')?.[0] ?? 'ev_none';
    const asked = wanted === 'why' ? { tool: 'why', args: { event: step } } : { tool: 'similar_failures', args: { about: 'Exit code 1\n1 failing' } };
    return calledBy(agent, { ...asked, request, isLoading: wanted === 'load' });
  });
  const room: Room = { home: place.home, project: place.project, installed, model: model.url };
  await agent.prepare?.(room);
  addServer(agent, room);
  const transcript = join(room.home, 'past.jsonl');
  writeFileSync(transcript, fixedTest('asked').toString());
  await stemma(room.home, ['ingest', transcript, '--json']);

  const { file, args, env } = agent.launch(room, asking.prompt);
  const ended = await startProcess(file, args, { cwd: room.project, env: { ...environment(room.home), ...env }, limitMs: 120_000 }).ended;
  const [, similar, why] = model.given.flatMap(({ calls }) => calls).map(({ result }) => result ?? '');
  const wrong = [
    ...(similar?.includes('ch_') && similar.includes('cart.js') ? [] : [`similar_failures came back with ${JSON.stringify(similar?.slice(0, 400))}; tools were ${offered.filter((tool) => /failures|why/.test(tool)).join(' ') || offered.join(' ')}`]),
    ...(why?.includes('make the tests pass') ? [] : [`why came back with ${JSON.stringify(why?.slice(0, 400))}`]),
  ];
  return { home: place.home, wrong, log: model.log, ended };
}

interface Wanted {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly request: string;
  readonly isLoading: boolean;
}

/** What a model of this agent would call: each has its own name for a tool of a server, and several list only names until a tool is looked up. */
function calledBy({ name: agent }: Agent, { tool, args, request, isLoading }: Wanted): Tool {
  const named = (name: string): string => {
    if (agent === 'codex') return `mcp__${serverName}.${name}`;
    if (agent === 'droid') return `${serverName}___${name}`;
    return toolsIn(request).find((each) => new RegExp(`[^a-z]${name}$`).test(each)) ?? `mcp__${serverName}__${name}`;
  };
  if (agent === 'grok') return isLoading ? { name: 'search_tool', args: { query: `${serverName} ${tool}` } } : { name: 'use_tool', args: { tool_name: `${serverName}__${tool}`, tool_input: args } };
  if (isLoading && (agent === 'claude-code' || agent === 'droid')) return { name: 'ToolSearch', args: { query: `select:${named('similar_failures')},${named('why')}` } };
  return { name: named(tool), args };
}

/** As `stemma install` does. */
function addServer(agent: Agent, { home }: Room): void {
  const place = mcpPlaces.find((each) => each.agent === agent.name)!;
  const path = place.path({ home, env: {} });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, withMcp(textOf(path), place, { command: process.execPath, args: [mainFile, 'mcp', '--home', join(home, '.stemma')] }));
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Names of tools in a request, in whatever way its API lists them. */
function toolsIn(request: string): readonly string[] {
  return [...request.matchAll(/"name":"([\w.-]+)"/g)].map(([, name]) => name!);
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2);
  for (const agent of agents.filter(({ name }) => mcpPlaces.some((place) => place.agent === name) && (names.length === 0 || names.includes(name)))) {
    const { wrong, log, ended } = await playAsked(agent, await install(agent), { keep: false });
    process.stderr.write(`${agent.title} ${agent.version}: ${wrong.length === 0 ? 'asked and heard' : 'not as it should be'}\n`);
    for (const line of wrong) process.stderr.write(`  ${line}\n`);
    if (wrong.length > 0) process.stderr.write(`${log.map((line) => `  > ${line}\n`).join('')}  ended with ${ended.code}${ended.late ? ', late' : ''}\n${(ended.err + ended.out).slice(-800)}\n`);
    if (wrong.length > 0 && agent.required) process.exitCode = 1;
  }
}
