import { emit, patch } from './page.ts';
import type { Page } from './page.ts';
import { partsOf, readable } from './record.ts';
import type { Rec } from './record.ts';

/** What the CLI itself said to the person in front of it. */
export function notice(page: Page, record: Rec): boolean {
  const { memory, key } = page;
  const said = readable(partsOf(record['content'])).trim();
  if (said === '') return true;
  const more = { native: key, parent: memory.above };
  if (record['type'] === 'error') {
    const isApi = said.startsWith('[API Error');
    emit(page, key, { is: 'failure', type: isApi ? 'api_error' : 'error', text: said }, { ...more, role: 'system' });
    if (isApi) {
      memory.failed = true;
      patch(page, { outcome: 'fail' });
    }
  } else if (said === 'Request cancelled.') {
    emit(page, key, { is: 'intervention', type: 'interrupt', text: said }, { ...more, role: 'user' });
  } else {
    emit(
      page,
      key,
      { is: 'lifecycle', type: record['type'] === 'warning' ? 'warning' : 'notice', text: said },
      { ...more, role: 'system' },
    );
    versionIn(page, said);
  }
  memory.above = key;
  return true;
}

/** No record says which version wrote it; only the offer of a newer one does. */
function versionIn(page: Page, said: string): void {
  const version = /^Gemini CLI update available! (\d[\w.-]{0,40}) → /.exec(said)?.[1];
  if (version !== undefined) patch(page, { agentVersion: version });
}
