import type { SessionUid } from '../../model/ids.ts';
import { object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { patchOf } from '../reader/draft-of.ts';
import type { SessionPatch } from '../source.ts';

/** The session facts in a file: the manifest has almost all, the file of messages only the version. */
export function factsOf(session: SessionUid, record: JsonObject): readonly SessionPatch[] {
  const metadata = object(record['metadata']);
  const origin = object(record['origin'] ?? metadata['sessionHistoryOrigin']);
  const agentVersion = text(origin['version']);
  if (typeof record['session_id'] !== 'string') return patchOf(session, { agentVersion });
  return patchOf(session, {
    title: text(metadata['title']) ?? text(record['prompt']),
    cwd: text(record['cwd']) ?? text(record['workspace_root']),
    branch: text(object(metadata['git'])['branch']),
    model: text(record['model']),
    agentVersion,
    // `completed` means that the agent stopped by itself, not that it did what was asked.
    outcome: record['status'] === 'failed' ? 'failed' : record['status'] === 'cancelled' ? 'abandoned' : 'unknown',
  });
}
