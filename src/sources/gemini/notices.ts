import type { GeminiContext } from './record-context.ts';
import { partsOf, readable } from './record.ts';
import type { Rec } from './record.ts';

/** Messages of the CLI itself to the person. */
export function notice(context: GeminiContext, record: Rec): boolean {
  const { memory, key } = context;
  const content = readable(partsOf(record['content'])).trim();
  if (content === '') return true;
  const more = { native: key, parent: memory.above };
  if (record['type'] === 'error') {
    const isApi = content.startsWith('[API Error');
    context.emit(
      key,
      { is: 'failure', type: isApi ? 'api_error' : 'error', text: content },
      { ...more, role: 'system' },
    );
    if (isApi) context.setFailed(true);
  } else if (content === 'Request cancelled.') {
    context.emit(key, { is: 'intervention', type: 'interrupt', text: content }, { ...more, role: 'user' });
  } else {
    context.emit(
      key,
      { is: 'lifecycle', type: record['type'] === 'warning' ? 'warning' : 'notice', text: content },
      { ...more, role: 'system' },
    );
    versionIn(context, content);
  }
  memory.above = key;
  return true;
}

/** No record has the version; only the offer of a newer one does. */
function versionIn(context: GeminiContext, content: string): void {
  const version = /^Gemini CLI update available! (\d[\w.-]{0,40}) → /.exec(content)?.[1];
  if (version !== undefined) context.patch({ agentVersion: version });
}
