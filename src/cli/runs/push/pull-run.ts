import { TeamClient } from '../../../live/push/server/team-client.ts';
import { asTeamMemory, removeTeamMemory, storeTeamMemory } from '../../../live/push/team-memory.ts';
import type { Run } from '../../run.ts';
import { plural } from '../../text/amount.ts';
import { loginOf, refuseDemo } from './push-place.ts';

/** Brings the team's memory here, or removes it. */
export async function pullRun(
  run: Run,
  url: string | undefined,
  { remove }: { readonly remove: boolean },
): Promise<void> {
  refuseDemo(run);
  const { app, settings } = run;
  if (remove) {
    const removed = removeTeamMemory(settings.base);
    return await run.answer({ removed }, () => (removed ? 'removed what was pulled\n' : 'nothing was pulled\n'));
  }
  const client = new TeamClient(loginOf(run, url));
  const memory = asTeamMemory(await client.pull(app.untilInterrupted()));
  await using own = await app.openStore(settings, 'read');
  const stored = await storeTeamMemory(memory, {
    home: settings.base,
    openStore: (archive) => app.openStore({ archive, base: settings.base }, 'write'),
    own: own.read,
    now: run.now,
  });
  await run.answer({ server: client.url, ...stored, truncated: memory.truncated }, () => {
    const { failures, uses, sessions } = stored;
    const more = memory.truncated ? 'There is more on the server; these are the newest.\n' : '';
    return `pulled ${plural(failures, 'failure')} and ${plural(uses, 'use')} of skills from ${plural(sessions, 'session')} of others\n${more}`;
  });
}
