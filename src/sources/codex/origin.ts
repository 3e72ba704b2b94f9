import type { Origin } from '../../model/words.ts';

/** A message in the user's or developer's role: who is behind it, and what they said. */
export interface Said {
  readonly origin: Origin;
  readonly text: string;
}

/**
 * Most "user" messages of a rollout were written by the harness. Undefined for what says nothing new about the session:
 * environment, instructions, permissions, and the notice that a turn was aborted (`turn_aborted` itself tells that).
 */
export function whoSaid(role: string, texts: readonly string[], kinds: readonly unknown[]): Said | undefined {
  const origins = texts.map((text, index) => originOf(role, text, kinds[index]));
  for (const origin of ['human', 'notification', 'skill', 'compaction', 'harness'] as const) {
    const said = texts.filter((text, index) => origins[index] === origin && text.trim() !== '');
    if (said.length > 0) return { origin, text: said.join('\n') };
  }
  return undefined;
}

function originOf(role: string, text: string, kind: unknown): Origin | undefined {
  const marked = markedOrigin(text);
  if (marked === 'notification' || marked === 'skill') return marked;
  if (typeof kind === 'string' && kind !== 'unknown') return kind.startsWith('user.') ? 'human' : marked === 'human' ? kindOrigin(role, kind) : marked;
  if (role !== 'user') return undefined;
  return marked;
}

function kindOrigin(role: string, kind: string): Origin | undefined {
  if (kind.endsWith('subagent_notification')) return 'notification';
  if (role !== 'user' || kind.startsWith('environments.') || kind.endsWith('instructions') || kind === 'generic.turn_aborted') return undefined;
  return kind.includes('compaction') || kind.includes('summary') ? 'compaction' : 'harness';
}

/** How the text itself is marked: until 0.160 there is nothing else. What bears no mark was typed. */
function markedOrigin(text: string): Origin | undefined {
  const start = text.slice(0, 80).trimStart();
  for (const [mark, origin] of marks) if (start.startsWith(mark)) return origin;
  return 'human';
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
  ['<user_shell_command>', 'harness'],
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
