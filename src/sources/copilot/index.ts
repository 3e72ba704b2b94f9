import type { Source } from '../source.ts';
import { about } from './about.ts';
import { sideFiles, discover, places } from './files.ts';
import { identify, matches } from './identity.ts';
import { copilotReader } from './reader.ts';
import { documentOf } from './vscode/identity.ts';

/**
 * Copilot CLI keeps one folder per session, `~/.copilot/session-state/<session id>/events.jsonl`; VS Code keeps its
 * chats with the workspace, `…/User/workspaceStorage/<id>/chatSessions/`. See README.md.
 */
export const copilot: Source = {
  ...about,
  places,
  discover,
  matches,
  identify,
  document: documentOf,
  sideFiles,
  reader: copilotReader,
};
