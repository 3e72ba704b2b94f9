import type { AgentDescriptor } from '../agent/descriptor.ts';
import { plainMention } from '../agent/mention.ts';
import { about } from './about.ts';
import { install } from './install.ts';
import { run } from './run.ts';

export const aider: AgentDescriptor = {
  ...about,
  rank: 12,
  source: async () => (await import('./index.ts')).aider,
  install,
  // It sees and changes only the files that were added to its chat.
  handoff: { mention: plainMention, before: addedToChat, start: null },
  run,
};

function addedToChat(files: readonly { readonly path: string; readonly isEdited: boolean }[]): string {
  const [edited, read] = [files.filter(({ isEdited }) => isEdited), files.filter(({ isEdited }) => !isEdited)].map(
    (some) => some.map(({ path }) => path).join(' '),
  );
  return [edited && `/add ${edited}`, read && `/read-only ${read}`].filter(Boolean).join('\n');
}
