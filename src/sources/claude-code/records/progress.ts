import { object, text } from '../../../platform/parse-records.ts';
import { readAssistant } from './assistant.ts';
import { agentChain } from './chains.ts';
import { describe } from './describe.ts';
import { skip } from './lineage.ts';
import type { Chain } from './memory.ts';
import { idOf, stateProgress } from './record.ts';
import type { ClaudeContext } from './record-context.ts';
import { readUser } from './user.ts';

/**
 * A progress record: state, except that from 2.1.14 to 2.1.5x it repeats what a sub-agent does, with the records' own
 * ids.
 */
export function readProgress(context: ClaudeContext, chain: Chain): void {
  const { record } = context;
  const data = object(record['data']);
  const type = text(data['type']) ?? '';
  if (!stateProgress.has(type)) context.reportUnknown(`progress/${type}`);
  skip(context, chain);
  const agent = idOf(data['agentId']);
  if (type !== 'agent_progress' || agent === undefined) return;

  const { version, cwd, gitBranch } = record;
  const inner = context.inner({ version, cwd, gitBranch, ...object(data['message']), parentUuid: undefined });
  const its = agentChain(inner, agent, text(record['parentToolUseID']));
  describe(inner, its);
  if (inner.record['type'] === 'user') readUser(inner, its);
  if (inner.record['type'] === 'assistant') readAssistant(inner, its);
  context.include(inner);
}
