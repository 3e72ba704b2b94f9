import { committed, edited, outputAdded, printed, refusedToRun, running } from './actions.ts';
import { testsFailed } from './failures.ts';
import { markerOf } from './markers.ts';
import type { Marker } from './markers.ts';
import type { AiderContext } from './record-context.ts';
import { usageOf } from './usage.ts';

/** One of aider's own lines, outside a block. Unknown ones are kept for a question that may follow. */
export function ownLine(context: AiderContext, text: string): void {
  const marker = markerOf(text);
  if (marker?.is === 'note') return;
  if (!marker || !means(context, marker, text)) context.memory.setAside(text, context.line);
  else context.memory.clearAside();
}

/** False when it has no meaning by itself. */
function means(context: AiderContext, marker: Marker, text: string): boolean {
  const { memory, key } = context;
  switch (marker.is) {
    case 'version':
      delete memory.header;
      context.patch({ agentVersion: marker.version.slice(0, 100) });
      return true;
    case 'model':
      delete memory.header;
      context.patch({ model: marker.model.slice(0, 200) });
      return true;
    case 'cwd':
      context.patch({ cwd: marker.path });
      return true;
    case 'tokens': {
      const { sent, received } = marker;
      context.emit(
        key,
        { is: 'lifecycle', type: 'usage', text: `${sent} tokens in, ${received} out` },
        { role: 'system', ...usageOf(marker) },
      );
      memory.awaiting = false;
      return true;
    }
    case 'applied':
      edited(context, marker.path, text, 'ok');
      return true;
    case 'dry-run':
      edited(context, marker.path, text, undefined);
      return true;
    case 'skipped':
      edited(context, marker.path, text, 'denied');
      return true;
    case 'commit':
      committed(context, 'git_commit', marker.hash, marker.message, text);
      return true;
    case 'undo':
      committed(context, 'git_undo', marker.hash, marker.message, text);
      return true;
    case 'running':
      running(context, marker.command);
      return true;
    case 'shell-asked':
      if (!marker.yes) refusedToRun(context, text);
      return true;
    case 'output-asked':
      printed(context);
      if (!marker.yes) delete memory.shell;
      else if (memory.shell) memory.shell = { ...memory.shell, isAsked: true };
      return true;
    case 'output-added':
      return outputAdded(context, text);
    case 'test-asked':
      testsFailed(context);
      memory.awaiting = marker.yes;
      return true;
    case 'lint-asked':
      memory.awaiting = marker.yes;
      return true;
    case 'gave-up':
      context.emit(key, { is: 'failure', type: 'gave_up', text }, { role: 'system' });
      memory.awaiting = false;
      return true;
    case 'api-error':
      context.emit(key, { is: 'failure', type: 'api_error', text }, { role: 'system' });
      return true;
    case 'interrupt':
      // Typed while aider waits for a prompt, it interrupts nothing.
      if (memory.awaiting) context.emit(key, { is: 'intervention', type: 'interrupt', text }, { role: 'user' });
      memory.awaiting = false;
      return true;
    case 'exit':
      context.emit(key, { is: 'lifecycle', type: 'exit', text }, { role: 'system' });
      return true;
    case 'added':
    case 'dropped':
      context.emit(
        key,
        { is: 'lifecycle', type: marker.is === 'added' ? 'file_added' : 'file_dropped', text },
        { role: 'system' },
      );
      return true;
    case 'lint':
    case 'malformed':
    case 'note':
      return false;
  }
}
