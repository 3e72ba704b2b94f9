import { isObject, list, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';

/**
 * A line of a Claude Code transcript (0.2 to 2.1). Only that it is an object is certain; unknown fields are ignored on
 * purpose.
 */
export type Rec = JsonObject;
export type Block = JsonObject;

/** Records that take part in the conversation have an id, the session's id and the sidechain flag, in every version. */
export function isMessageLike(record: Rec): boolean {
  return (
    typeof record['uuid'] === 'string' &&
    typeof record['sessionId'] === 'string' &&
    typeof record['isSidechain'] === 'boolean'
  );
}

export function isUserOrAssistant(record: Rec): boolean {
  return record['type'] === 'user' || record['type'] === 'assistant';
}

/**
 * An id of a session or an agent. Paths contain it, and a transcript is hostile input: nothing else may pass for
 * one, or a session called `../../.ssh` would take that folder into the archive.
 */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,128}$/.test(value) ? value : undefined;
}

/** Sub-agents since 2.0 write files of their own, in which every record names the agent. */
export function agentOf(record: Rec): string | undefined {
  return record['isSidechain'] === true ? idOf(record['agentId']) : undefined;
}

export function messageOf(record: Rec): JsonObject {
  return object(record['message']);
}

/** Content is a plain string or a list of blocks; a string is one text block. */
export function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return list(content).filter(isObject);
}

/** Content as text, with a placeholder for everything else. */
export function readable(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts: string[] = [];
  for (const block of list(content)) {
    if (typeof block === 'string') parts.push(block);
    else if (isObject(block)) parts.push(readableBlock(block));
  }
  return parts.join('\n');
}

function readableBlock(block: Block): string {
  if (block['type'] === 'text') return text(block['text']) ?? '';
  if (block['type'] === 'tool_reference') return text(block['tool_name']) ?? '[tool_reference]';
  return `[${text(block['type']) ?? 'block'}]`;
}

/** Records that only hold state: seen in captures or named by the 2.1.325 program itself. */
export const stateTypes: ReadonlySet<string> = new Set([
  'file-history-snapshot',
  'file-history-delta',
  'last-prompt',
  'mode',
  'permission-mode',
  'agent-name',
  'tools-used',
  'atis-latch',
  'cost-state',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'continued-in',
  'resume-head-vouch',
  'content-replacement',
  'data-flow-records',
  'data-flow-incomplete',
  'fork-context-ref',
  'frame-link',
  'memory-mode',
  'artifact-comment-monitor',
  'derived-from',
  'ended-by-model',
  'tag',
  'relocated',
  'agent-color',
  'agent-setting',
  'pr-link',
  'worktree-state',
  'attribution-snapshot',
  'bridge-session',
  'history-suppression',
  'isolation-latch',
  'session-owner',
  'dev-mods',
  'observer-ref',
]);

export const stateSystems: ReadonlySet<string> = new Set([
  'turn_duration',
  'local_command',
  'informational',
  'away_summary',
  'scheduled_task_fire',
  'memory_saved',
  'permission_retry',
  'agents_killed',
  'model_refusal_fallback',
  'microcompact_boundary',
]);

export const stateAttachments: ReadonlySet<string> = new Set([
  'environment',
  'model',
  'deferred_tools_delta',
  'agent_listing_delta',
  'skill_listing',
  'auto_mode',
  'instructions',
  'session_context',
  'date',
  'remote_session_change',
  'prompt_snapshot',
  'command_permissions',
  'file',
  'silent_turn_reminder',
  'hook_success',
  'hook_non_blocking_error',
]);

export const stateProgress: ReadonlySet<string> = new Set([
  'hook_progress',
  'bash_progress',
  'mcp_progress',
  'query_update',
  'search_results_received',
  'waiting_for_task',
  'agent_progress',
]);
