import { name } from '../../../platform/parse-records.ts';
import type { QwenContext } from './record-context.ts';
import type { Rec } from './record.ts';

/**
 * Every record says where it was written and by which version, an answer also by which model. The branch is read anew
 * each time.
 */
export function emitSessionFacts(context: QwenContext, record: Rec): void {
  context.patchChanged({
    cwd: name(record['cwd']),
    branch: name(record['gitBranch']),
    model: name(record['model']),
    version: name(record['version']),
  });
}
