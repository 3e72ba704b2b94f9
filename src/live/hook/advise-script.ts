import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../write-whole.ts';
import { shellQuoted, type HookKit } from './hook-command.ts';

/** Agents whose hooks take a note after a failed call, and the events they tell of one with, as `hook.sh` and live/advice/answer.ts know them. */
const advisable: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['PostToolUseFailure'],
  codex: ['PostToolUse'],
  gemini: ['AfterTool'],
  qwen: ['PostToolUseFailure'],
  grok: ['PostToolUse', 'PostToolUseFailure'],
  copilot: ['postToolUse', 'postToolUseFailure'],
};

/** Whether an agent that tells of these events can be given advice here: through sh, with a program that finds it. */
export function canAdvise({ platform, adviser }: Pick<HookKit, 'platform' | 'adviser'>, agent: string, events: readonly string[]): boolean {
  return platform !== 'win32' && adviser !== undefined && (advisable[agent] ?? []).some((event) => events.includes(event));
}

/**
 * Lets hook.sh give advice to these agents and to no other. It is a file of its own, so that without it nothing is looked for, and so that the hook's own
 * text is the same for everybody.
 */
export function writeAdviseScript(kit: HookKit, agents: readonly string[]): void {
  const text = agents.length === 0 || kit.adviser === undefined ? undefined : adviseScript(kit, agents);
  if (text === undefined) rmSync(adviseScriptPath(kit), { force: true });
  else if (text !== textOf(adviseScriptPath(kit))) writeWhole(adviseScriptPath(kit), Buffer.from(text), 0o600);
}

/** Whether hook.sh gives advice to this agent, and whether what it would run is there. */
export function isAdvising(kit: HookKit, agent: string): { readonly on: boolean; readonly works: boolean } {
  const text = textOf(adviseScriptPath(kit)) ?? '';
  const [, agents = '', node, program] = /^case \$1 in ([a-z |-]+)\) .*?('(?:[^']|'\\'')*') --v8-pool-size=0 ('(?:[^']|'\\'')*') "\$home"/m.exec(text) ?? [];
  const on = agents.split(' | ').includes(agent);
  return { on, works: on && [node, program].every((path) => path !== undefined && existsSync(unquoted(path))) };
}

export function adviseScriptPath({ home }: Pick<HookKit, 'home'>): string {
  return join(home, 'advise.sh');
}

/**
 * Read by hook.sh in its own process. What the person's environment tells every Node to load is not for this one, and for so short a life it needs no
 * threads of V8's.
 */
function adviseScript({ node, adviser = '' }: HookKit, agents: readonly string[]): string {
  return `# Written by \`stemma install\`; read by hook.sh after a call that failed. Delete it, and nothing is said any more. More: docs/live.md
case $1 in ${agents.toSorted().join(' | ')}) NODE_OPTIONS= NODE_COMPILE_CACHE="$home/advice/compiled" ${shellQuoted(node)} --v8-pool-size=0 ${shellQuoted(adviser)} "$home" "$1" "$2" <"$file" && said=yes ;; esac
`;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(`'\\''`, `'`);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
