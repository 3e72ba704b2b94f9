import type { Origin } from '../../../model/words.ts';

/** A message in the user's or developer's role: who wrote it, and its text. */
export interface PromptOrigin {
  readonly origin: Origin;
  readonly text: string;
  /** It starts the agent's work, as a notice, a summary or a command the user ran themselves does not. */
  readonly asks: boolean;
}

/**
 * Most "user" messages of a rollout were written by the harness. Undefined for what adds nothing: environment,
 * instructions, permissions, and the notice that a turn was aborted (`turn_aborted` records that).
 */
export function promptOrigin(
  role: string,
  texts: readonly string[],
  kinds: readonly unknown[],
): PromptOrigin | undefined {
  const origins = texts.map((text, index) => originOf(role, text, kinds[index]));
  for (const origin of ['human', 'notification', 'skill', 'compaction', 'harness'] as const) {
    const content = texts.filter((text, index) => origins[index] === origin && text.trim() !== '').join('\n');
    if (content === '') continue;
    const command = ranCommand(content);
    return { origin, text: command ?? content, asks: origin === 'human' && command === undefined };
  }
  return undefined;
}

/** Since 0.160 each part has a kind; before, and for parts of kind `unknown`, only the text shows it. */
function originOf(role: string, text: string, kind: unknown): Origin | undefined {
  const marked = markedOrigin(text);
  if (marked === 'notification' || marked === 'skill') return marked;
  if (typeof kind !== 'string' || kind === 'unknown') return role === 'user' ? marked : undefined;
  if (kind.startsWith('user.')) return 'human';
  return marked === 'human' ? kindOrigin(role, kind) : marked;
}

/** For a part that the harness wrote and the text does not mark. */
function kindOrigin(role: string, kind: string): Origin | undefined {
  if (role !== 'user' || kind.startsWith('environments.') || kind.endsWith('instructions')) return undefined;
  return kind.includes('compaction') || kind.includes('summary') ? 'compaction' : 'harness';
}

/** Unmarked text was typed. */
function markedOrigin(text: string): Origin | undefined {
  const start = text.slice(0, 80).trimStart();
  for (const [mark, origin] of marks) if (start.startsWith(mark)) return origin;
  return 'human';
}

/** `!make first` in the terminal: the user ran it, and the agent only gets the output. */
function ranCommand(text: string): string | undefined {
  const [, command, result] =
    /^\s*<user_shell_command>\s*<command>\n?([\s\S]*?)\n?<\/command>\s*<result>\n?([\s\S]*?)\n?<\/result>/.exec(text) ??
    [];
  return command === undefined ? undefined : `!${command}\n${result}`;
}

const marks: readonly (readonly [string, Origin | undefined])[] = [
  ['<environment_context>', undefined],
  ['<user_instructions>', undefined],
  ['# AGENTS.md instructions', undefined],
  ['<INSTRUCTIONS>', undefined],
  ['<permissions instructions>', undefined],
  ['<turn_aborted>', undefined],
  ['<subagent_notification>', 'notification'],
  ['<skill>', 'skill'],
  ['<user_action>', 'harness'],
  ['<hook_prompt', 'harness'],
  ['<goal_context>', 'harness'],
  ['<additional_context>', undefined],
  ['<apps_instructions>', undefined],
  ['<skills_instructions>', undefined],
  ['<plugins_instructions>', undefined],
  ['<recommended_plugins>', undefined],
  ['<collaboration_mode>', undefined],
  ['<personality_spec>', undefined],
  ['<model_switch>', undefined],
  ['<context_window', undefined],
  ['<token_budget>', undefined],
  ['<rollout_budget>', undefined],
  ['<internal_model_context>', undefined],
  ['Another language model started to solve this problem', 'compaction'],
];
