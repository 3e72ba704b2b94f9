import type { Telemetry } from '../agent/telemetry/telemetry.ts';
import type { KnownAgents } from './agents.ts';
import { ownSession } from './container/index-file.ts';
import { plainId } from './ids.ts';

/**
 * The file that a received record belongs to, as parts of a path: a known agent's session, else its trace, which alone
 * knows the session, else the conversation that it names. So a session's records are together whatever batch they came
 * in, and a file that grows is one session to read again. Undefined for what would be left out when the file is read.
 */
export function receivedFile(
  agents: KnownAgents,
  record: Telemetry,
): readonly [folder: string, name: string] | undefined {
  const agent = agents.of(record);
  if (agent) {
    const native = agent.session(record);
    return native === undefined ? undefined : [agent.name, plainId(native)];
  }
  if (record.trace !== undefined) return ['traces', record.trace];
  const own = ownSession(record);
  return own === undefined ? undefined : ['conversations', own.slice(own.indexOf(':') + 1)];
}
