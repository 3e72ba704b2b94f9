import type { Event } from '../../../model/event.ts';

/** Whether a person asks for something: a prompt, or a message into the running turn. */
export function isAsk({ kind, origin, type, summary }: Event): boolean {
  if (kind === 'user_msg') return origin === 'human' && summary !== '';
  return kind === 'human_intervention' && messageTypes.has(type ?? '') && !summary.startsWith('{');
}

const messageTypes: ReadonlySet<string> = new Set(['queued_message', 'steering', 'feedback']);

/** Whether an ask is clear on its own: not `commit`, `yes, go on`, a slash command or a shell command. */
export function namesATask({ summary }: Event): boolean {
  return (
    summary.length >= 12 &&
    !/^[/!]\S/.test(summary) &&
    !/^(?:yes|no|ok|okay|continue|go on|go ahead|proceed|next|thanks?|thank you|do it|commit|push)\b.{0,12}$/i.test(
      summary,
    )
  );
}

/** Whether a result says that a person did not let the agent make the call. */
export function isRefused(result: string): boolean {
  return /^(?:The user (?:doesn'?t want|rejected|refused|denied)|(?:User|Operation|Tool use) (?:rejected|denied|cancell?ed)|Request interrupted)/i.test(
    result,
  );
}
