import type { Event } from '../../model/event.ts';

/** Whether a person says what is to be done: a prompt, or a word into the running turn. */
export function isAsk({ kind, origin, type, summary }: Event): boolean {
  if (kind === 'user_msg') return origin === 'human' && summary !== '';
  return kind === 'human_intervention' && saidInTurn.has(type ?? '') && !summary.startsWith('{');
}

const saidInTurn: ReadonlySet<string> = new Set(['queued_message', 'steering', 'feedback']);

/**
 * Whether an ask says by itself what is wanted: not `commit`, `yes, go on`, a command of the agent's or of the shell.
 */
export function namesATask({ summary }: Event): boolean {
  return (
    summary.length >= 12 &&
    !/^[/!]\S/.test(summary) &&
    !/^(?:yes|no|ok|okay|continue|go on|go ahead|proceed|next|thanks?|thank you|do it|commit|push)\b.{0,12}$/i.test(
      summary,
    )
  );
}
