import { name } from '../../platform/parse-records.ts';
import { patch } from './page.ts';
import type { Page } from './page.ts';
import type { Rec } from './record.ts';

/**
 * Every record says where it was written and by which version, an answer also by which model. The branch is read anew
 * each time.
 */
export function contextOf(page: Page, record: Rec): void {
  const { memory } = page;
  const now = {
    cwd: name(record['cwd']),
    branch: name(record['gitBranch']),
    model: name(record['model']),
    version: name(record['version']),
  };
  const fresh = <Field extends keyof typeof now>(field: Field) =>
    now[field] === memory[field] ? undefined : now[field];
  patch(page, { cwd: fresh('cwd'), branch: fresh('branch'), model: fresh('model'), agentVersion: fresh('version') });
  for (const field of ['cwd', 'branch', 'model', 'version'] as const)
    if (now[field] !== undefined) memory[field] = now[field];
}

/** What failed was not the end of it. */
export function wentOn(page: Page): void {
  if (!page.memory.failed) return;
  delete page.memory.failed;
  patch(page, { outcome: 'unknown' });
}
