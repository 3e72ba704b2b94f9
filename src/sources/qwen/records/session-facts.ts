import { name } from '../../../platform/parse-records.ts';
import type { QwenContext } from './record-context.ts';
import type { Rec } from './record.ts';

/** Every record has its folder and the version, a response also the model. The branch is read again each time. */
export function emitSessionFacts(context: QwenContext, record: Rec): void {
  context.patchChanged({
    cwd: name(record['cwd']),
    branch: name(record['gitBranch']),
    model: name(record['model']),
    version: name(record['version']),
  });
}
