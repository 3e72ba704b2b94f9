import type { Kind } from '../../model/words.ts';

/**
 * The kind of an event by the term it was logged under, for programs that name events and give no kind:
 * `user_message`, `spawn_decision`, `deploy_failed`. Undefined for a term that says nothing about it.
 */
export function kindOfTerm(term: string): Kind | undefined {
  const words = term
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const last = words.at(-1)!;
  const [first] = words;
  if (words.length <= 2 && first === 'user' && ['message', 'msg', 'input', 'prompt', 'request'].includes(last))
    return 'user_msg';
  if (words.length === 2 && ['assistant', 'agent', 'model'].includes(first!) && ['message', 'msg'].includes(last))
    return 'assistant_msg';
  if (words.length === 2 && first === 'tool' && ['use', 'call'].includes(last)) return 'tool_call';
  if (words.length === 1 && ['thinking', 'reasoning'].includes(last)) return 'thinking';
  if (['error', 'exception', 'failure', 'failed', 'crash', 'crashed'].includes(last)) return 'error';
  if (['decision', 'decided'].includes(last)) return 'decision';
  return undefined;
}
