import { name } from '../../platform/parse-records.ts';
import type { SessionPatch } from '../source.ts';
import type { Chain } from './carry.ts';
import { messageOf } from './record.ts';
import type { Rec } from './record.ts';
import type { Work } from './work.ts';

/** Notes what a record says of its session; only what is new is told. */
export function describe(work: Work, chain: Chain, record: Rec): void {
  const cwd = name(record['cwd']);
  const branch = name(record['gitBranch']);
  const version = name(record['version']);
  const model = record['type'] === 'assistant' ? name(messageOf(record)['model']) : undefined;
  // Where a session began is where it belongs; `cwd` follows every `cd`.
  const isNewCwd = cwd !== undefined && chain.cwd === undefined;
  const isNewBranch = branch !== undefined && branch !== chain.branch;
  const isNewVersion = version !== undefined && version !== chain.version;
  const isNewModel = model !== undefined && model !== '<synthetic>' && model !== chain.model;
  if (!isNewCwd && !isNewBranch && !isNewVersion && !isNewModel) return;

  const facts = {
    ...(isNewCwd ? { cwd } : undefined),
    ...(isNewBranch ? { branch } : undefined),
    ...(isNewVersion ? { version } : undefined),
    ...(isNewModel ? { model } : undefined),
  };
  Object.assign(chain, facts);
  const { version: agentVersion, ...others } = facts;
  const patch: SessionPatch = {
    uid: chain.uid,
    ...others,
    ...(agentVersion === undefined ? undefined : { agentVersion }),
  };
  work.sessions.push(patch);
}
