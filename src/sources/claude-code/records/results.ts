import { number, object, text } from '../../../platform/parse-records.ts';
import { idOf, readable } from './record.ts';
import type { Block, Rec } from './record.ts';

export type Status = 'ok' | 'failed' | 'denied' | 'interrupted' | 'running';

/** How a call ended, as far as Claude Code records it. It has exit codes only in the text. */
export function statusOf(record: Rec, block: Block, output: string): Status {
  const denial = record['toolDenialKind'];
  if (denial === 'interrupted') return 'interrupted';
  if (typeof denial === 'string' || object(record['permissionDecision'])['decision'] === 'reject') return 'denied';

  const twin = object(record['toolUseResult']);
  if (twin['interrupted'] === true) return 'interrupted';
  if (isLaunched(twin, output) || typeof twin['backgroundTaskId'] === 'string') return 'running';
  if (block['is_error'] !== true) return output.startsWith('Command running in background with ID:') ? 'running' : 'ok';
  if (output.includes('[Request interrupted by user')) return 'interrupted';
  return isDenial(output) ? 'denied' : 'failed';
}

/** The sub-agent continued in the background; its outcome comes later, in a notification. */
export function isLaunched(twin: Rec, output: string): boolean {
  const { status } = twin;
  return (
    status === 'async_launched' ||
    status === 'remote_launched' ||
    status === 'teammate_spawned' ||
    output.startsWith('Async agent launched')
  );
}

/**
 * The sub-agent a call started. Records of sub-agents lack the structured result; there the harness adds a last line
 * that names it.
 */
export function startedAgent(twin: Rec, output: string): string | undefined {
  const agent = idOf(twin['agentId']);
  if (agent !== undefined) return agent;
  return [...output.matchAll(/^agentId: (\w+) \(/gm)].at(-1)?.[1];
}

/** Before 2.1.325 only the text distinguishes a denial from an error. */
function isDenial(output: string): boolean {
  return (
    output.startsWith("The user doesn't want to ") ||
    output.startsWith('This command requires approval') ||
    output.startsWith('Claude requested permissions to ') ||
    /^Permission to use .{1,2000} has been (auto-)?denied/s.test(output) ||
    /^(<tool_use_error>)?PreToolUse:\S+ hook (error|stopped|blocked)/.test(output)
  );
}

/** A person's comment on a "No". */
export function feedbackOf(record: Rec, output: string): string | undefined {
  const feedback = text(record['userFeedback']);
  if (feedback !== undefined && feedback !== '') return feedback;
  const marker = 'the user said:\n';
  const at = output.startsWith("The user doesn't want to ") ? output.indexOf(marker) : -1;
  const words = at < 0 ? '' : output.slice(at + marker.length).trim();
  return words === '' ? undefined : words;
}

/** The plan a person approved, as the record states it. */
export function approvedPlan(record: Rec, output: string): string | undefined {
  if (!output.startsWith('User has approved your plan')) return undefined;
  return text(object(record['toolUseResult'])['plan']) ?? output;
}

export function durationOf(record: Rec): number | undefined {
  const twin = object(record['toolUseResult']);
  const seconds = number(twin['durationSeconds']);
  return (
    number(twin['totalDurationMs']) ??
    number(twin['durationMs']) ??
    (seconds === undefined ? undefined : Math.round(seconds * 1000))
  );
}

export function outputOf(block: Block): string {
  return readable(block['content']);
}
