import { committed, edited, outputAdded, printed, refusedToRun, running } from './deeds.ts';
import { testsFailed } from './failures.ts';
import { markerOf } from './markers.ts';
import type { Marker } from './markers.ts';
import { clearAside, setAside } from './memory.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';
import { usageOf } from './usage.ts';

/** A line of aider's own, outside a block. What says nothing known is kept for the question that may follow. */
export function ownLine(page: Page, text: string): void {
  const marker = markerOf(text);
  if (marker?.is === 'note') return;
  if (!marker || !means(page, marker, text)) setAside(page.memory, text, page.number);
  else clearAside(page.memory);
}

/** False when it means nothing by itself. */
function means(page: Page, marker: Marker, text: string): boolean {
  const { memory, key } = page;
  switch (marker.is) {
    case 'version':
      delete memory.header;
      patch(page, { agentVersion: marker.version.slice(0, 100) });
      return true;
    case 'model':
      delete memory.header;
      patch(page, { model: marker.model.slice(0, 200) });
      return true;
    case 'cwd':
      patch(page, { cwd: marker.path });
      return true;
    case 'tokens': {
      const { sent, received } = marker;
      emit(
        page,
        key,
        { is: 'lifecycle', type: 'usage', text: `${sent} tokens in, ${received} out` },
        { role: 'system', ...usageOf(marker) },
      );
      memory.awaiting = false;
      return true;
    }
    case 'applied':
      edited(page, marker.path, text, 'ok');
      return true;
    case 'dry-run':
      edited(page, marker.path, text, undefined);
      return true;
    case 'skipped':
      edited(page, marker.path, text, 'denied');
      return true;
    case 'commit':
      committed(page, 'git_commit', marker.hash, marker.message, text);
      return true;
    case 'undo':
      committed(page, 'git_undo', marker.hash, marker.message, text);
      return true;
    case 'running':
      running(page, marker.command);
      return true;
    case 'shell-asked':
      if (!marker.yes) refusedToRun(page, text);
      return true;
    case 'output-asked':
      printed(page);
      if (!marker.yes) delete memory.shell;
      else if (memory.shell) memory.shell = { ...memory.shell, isAsked: true };
      return true;
    case 'output-added':
      return outputAdded(page, text);
    case 'test-asked':
      testsFailed(page);
      memory.awaiting = marker.yes;
      return true;
    case 'lint-asked':
      memory.awaiting = marker.yes;
      return true;
    case 'gave-up':
      emit(page, key, { is: 'failure', type: 'gave_up', text }, { role: 'system' });
      memory.awaiting = false;
      return true;
    case 'api-error':
      emit(page, key, { is: 'failure', type: 'api_error', text }, { role: 'system' });
      return true;
    case 'interrupt':
      // Typed while aider waits for a prompt it interrupts nothing.
      if (memory.awaiting) emit(page, key, { is: 'intervention', type: 'interrupt', text }, { role: 'user' });
      memory.awaiting = false;
      return true;
    case 'exit':
      emit(page, key, { is: 'lifecycle', type: 'exit', text }, { role: 'system' });
      return true;
    case 'added':
    case 'dropped':
      emit(
        page,
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
