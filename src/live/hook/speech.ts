import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../write-whole.ts';
import { shellQuoted, type HookKit } from './hook-command.ts';

/** Something that hooks may say to an agent, though they otherwise only listen. */
export interface Speech {
  /** In stemma's home; hook.sh reads it. Without it nothing is looked for. */
  readonly script: string;
  readonly when: string;
  /** Agents that take it, and the events after which they do, as hook.sh and live/answer.ts know them. */
  readonly takenAt: Readonly<Record<string, readonly string[]>>;
  /** Which of the programs finds what to say. */
  readonly by: 'adviser' | 'resumer';
  /** For Node. */
  readonly flags: string;
}

export const advice: Speech = {
  script: 'advise.sh',
  when: 'after a call that failed',
  takenAt: {
    'claude-code': ['PostToolUseFailure'],
    codex: ['PostToolUse'],
    gemini: ['AfterTool'],
    qwen: ['PostToolUseFailure'],
    grok: ['PostToolUse', 'PostToolUseFailure'],
    copilot: ['postToolUse', 'postToolUseFailure'],
  },
  by: 'adviser',
  // For so short a life it needs no threads of V8's.
  flags: '--v8-pool-size=0 ',
};

export const resume: Speech = {
  script: 'resume.sh',
  when: 'when a session starts or was compacted',
  takenAt: {
    'claude-code': ['SessionStart'],
    codex: ['SessionStart'],
    gemini: ['SessionStart'],
    qwen: ['SessionStart'],
    droid: ['SessionStart'],
    copilot: ['sessionStart'],
  },
  by: 'resumer',
  flags: '',
};

export const speeches = { advice, resume } as const;

/** Whether an agent that tells of these events can be told this here: through sh, with a program that finds it. */
export function canSpeak(
  kit: Pick<HookKit, 'platform' | Speech['by']>,
  { takenAt, by }: Speech,
  agent: string,
  events: readonly string[],
): boolean {
  return (
    kit.platform !== 'win32' && kit[by] !== undefined && (takenAt[agent] ?? []).some((event) => events.includes(event))
  );
}

/**
 * Lets hook.sh say it to these agents and to no other. It is a file of its own, so that without it nothing is looked
 * for, and so that the hook's own text is the same for everybody.
 */
export function writeSpeech(kit: HookKit, speech: Speech, agents: readonly string[]): void {
  const path = join(kit.home, speech.script);
  const program = kit[speech.by];
  const text = agents.length === 0 || program === undefined ? undefined : scriptOf(kit, speech, agents, program);
  if (text === undefined) rmSync(path, { force: true });
  else if (text !== textOf(path)) writeWhole(path, Buffer.from(text), 0o600);
}

/** Whether hook.sh says it to this agent, and whether what it would run is there. */
export function isSpeaking(
  { home }: HookKit,
  { script }: Speech,
  agent: string,
): { readonly on: boolean; readonly works: boolean } {
  const text = textOf(join(home, script)) ?? '';
  const [, agents = '', node, program] =
    /^case \$1 in ([a-z |-]+)\) .*?('(?:[^']|'\\'')*') (?:--\S+ )*('(?:[^']|'\\'')*') "\$home"/m.exec(text) ?? [];
  const on = agents.split(' | ').includes(agent);
  return { on, works: on && [node, program].every((path) => path !== undefined && existsSync(unquoted(path))) };
}

/** Read by hook.sh in its own process. What the person's environment tells every Node to load is not for this one. */
function scriptOf({ node }: HookKit, { when, flags }: Speech, agents: readonly string[], program: string): string {
  return `# Written by \`stemma install\`; read by hook.sh ${when}. Delete it, and nothing is said any more. More: docs/live.md
case $1 in ${agents.toSorted().join(' | ')}) NODE_OPTIONS= NODE_COMPILE_CACHE="$home/advice/compiled" ${shellQuoted(node)} ${flags}${shellQuoted(program)} "$home" "$1" "$2" <"$file" && said=yes ;; esac
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
