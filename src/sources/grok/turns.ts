import type { Tokens } from '../../model/event.ts';
import { isObject, name, number, text } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { GrokContext } from './record-context.ts';

/** How a turn ended, and its usage: responses do not have it separately. */
export function turnCompleted(context: GrokContext): void {
  const { memory, update } = context;
  const { json } = update;
  const reason = name(json['stop_reason']) ?? 'end_turn';
  // Refusing a call ends the turn, and was emitted with the call.
  const what = whatOf(reason === 'cancelled' && memory.rejected ? 'rejected' : reason, text(json['agent_result']));
  const own = memory.shared ? undefined : tokensOf(json['usage']);
  context.emit(update.promptId === undefined ? context.key : `turn:${update.promptId}`, what, {
    role: what.is === 'intervention' ? 'user' : 'system',
    parent: memory.turn,
    tokens: own,
    durationMs: number(json['elapsed_ms']),
  });
  delete memory.shared;
  delete memory.rejected;
  context.setFailed(what.is === 'failure' && reason !== 'interrupted');
}

function whatOf(reason: string, result: string | undefined): What {
  switch (reason) {
    case 'end_turn':
      return { is: 'completion', type: 'turn', text: result ?? 'Turn completed' };
    case 'cancelled':
      return { is: 'intervention', type: 'interrupt', text: result ?? 'Turn cancelled' };
    // Written when the session is resumed: the process had ended before the turn did.
    case 'interrupted':
      return { is: 'failure', type: 'interrupted', text: result ?? 'The process ended before the turn did' };
    default:
      return /error|fail/i.test(reason)
        ? { is: 'failure', type: 'turn', text: result ?? `Turn ended: ${reason}` }
        : { is: 'lifecycle', type: 'turn', text: `Turn ended: ${reason}` };
  }
}

/** The cached part is counted in the input, and thinking in the output. */
function tokensOf(usage: unknown): Tokens | undefined {
  if (!isObject(usage)) return undefined;
  const count = (field: string) => Math.max(0, number(usage[field]) ?? 0);
  const [input, output, cache_read, cache_write] = [
    count('inputTokens'),
    count('outputTokens'),
    count('cachedReadTokens'),
    count('cacheCreationTokens'),
  ];
  return input + output === 0
    ? undefined
    : { input: Math.max(0, input - cache_read - cache_write), output, cache_read, cache_write };
}
