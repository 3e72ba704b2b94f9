import { name } from '../../../platform/parse-records.ts';
import type { Chain } from './memory.ts';
import { messageOf } from './record.ts';
import type { ClaudeContext } from './record-context.ts';

/** Records the session facts of a record; only new ones are emitted. */
export function describe(context: ClaudeContext, chain: Chain): void {
  const { record } = context;
  const cwd = name(record['cwd']);
  const branch = name(record['gitBranch']);
  const version = name(record['version']);
  const model = record['type'] === 'assistant' ? name(messageOf(record)['model']) : undefined;
  // A session belongs to the folder it started in; `cwd` follows every `cd`.
  const isNewCwd = cwd !== undefined && chain.cwd === undefined;
  const isNewBranch = branch !== undefined && branch !== chain.branch;
  const isNewVersion = version !== undefined && version !== chain.version;
  const isNewModel = model !== undefined && model !== '<synthetic>' && model !== chain.model;
  if (!isNewCwd && !isNewBranch && !isNewVersion && !isNewModel) return;

  if (isNewCwd) chain.cwd = cwd;
  if (isNewBranch) chain.branch = branch;
  if (isNewVersion) chain.version = version;
  if (isNewModel) chain.model = model;
  context.patch(
    {
      cwd: isNewCwd ? cwd : undefined,
      branch: isNewBranch ? branch : undefined,
      agentVersion: isNewVersion ? version : undefined,
      model: isNewModel ? model : undefined,
    },
    chain.uid,
  );
}
