import type { GeminiContext } from './record-context.ts';
import { partsOf, readable } from './record.ts';
import type { Rec } from './record.ts';

/** What the CLI itself said to the person in front of it. */
export function notice(context: GeminiContext, record: Rec): boolean {
  const { memory, key } = context;
  const said = readable(partsOf(record['content'])).trim();
  if (said === '') return true;
  const more = { native: key, parent: memory.above };
  if (record['type'] === 'error') {
    const isApi = said.startsWith('[API Error');
    context.emit(key, { is: 'failure', type: isApi ? 'api_error' : 'error', text: said }, { ...more, role: 'system' });
    if (isApi) context.setFailed(true);
  } else if (said === 'Request cancelled.') {
    context.emit(key, { is: 'intervention', type: 'interrupt', text: said }, { ...more, role: 'user' });
  } else {
    context.emit(
      key,
      { is: 'lifecycle', type: record['type'] === 'warning' ? 'warning' : 'notice', text: said },
      { ...more, role: 'system' },
    );
    versionIn(context, said);
  }
  memory.above = key;
  return true;
}

/** No record says which version wrote it; only the offer of a newer one does. */
function versionIn(context: GeminiContext, said: string): void {
  const version = /^Gemini CLI update available! (\d[\w.-]{0,40}) → /.exec(said)?.[1];
  if (version !== undefined) context.patch({ agentVersion: version });
}
