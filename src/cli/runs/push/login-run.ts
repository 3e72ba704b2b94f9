import { TeamClient, type Whoami } from '../../../live/push/server/team-client.ts';
import { removeLogin, serverUrl, storedLogin, storeLogin } from '../../../live/push/server/login.ts';
import { removeTeamMemory } from '../../../live/push/team-memory.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Run } from '../../run.ts';
import { openWatermarks } from './push-place.ts';

export interface LoginFlags {
  readonly insecure: boolean;
}

/** Asks for a token, checks it with the server, and stores it. */
export async function loginRun(run: Run, typed: string | undefined, { insecure }: LoginFlags): Promise<void> {
  const { app, settings } = run;
  const named = typed ?? app.machine.env['STEMMA_SERVER'] ?? storedLogin(settings.base)?.url;
  if (named === undefined)
    throw new StemmaError('bad-argument', 'login needs the address of the server.', {
      hint: 'Such as `stemma login https://stemma.example.org`.',
    });
  const url = serverUrl(named, insecure);
  const token = (await tokenFor(run, url)).trim();
  if (!/^[\w.~+/=-]{8,500}$/.test(token))
    throw new StemmaError('bad-argument', 'That is no token.', {
      hint: 'An administrator makes one with `stemma token create NAME --role writer`.',
    });
  const who = await new TeamClient({ url, token }, { attempts: 2 }).whoami();
  const path = storeLogin(settings.base, { url, token, user: who.user, workspace: who.workspace });
  await run.answer({ server: url, ...who, stored: path }, () => describe(url, who));
  if (settings.share === undefined)
    run.say('Nothing is shared yet: `stemma share` lists your repositories, `stemma share NAME team` shares one.');
}

function describe(url: string, { user, role, workspace }: Whoami): string {
  return `logged in to ${url} as ${user} (${role}), workspace ${workspace}\n`;
}

/** Never an argument: those are in the history of the shell and in the list of processes. */
async function tokenFor({ app }: Run, url: string): Promise<string> {
  const inEnvironment = app.machine.env['STEMMA_SERVER_TOKEN'];
  if (inEnvironment) return inEnvironment;
  const piped = await app.input?.();
  if (piped?.trim()) return piped;
  if (app.question) return await app.question(`Token for ${url}: `);
  throw new StemmaError('bad-argument', 'There is no token.', {
    hint: 'Type it at the terminal, pipe it into `stemma login`, or set STEMMA_SERVER_TOKEN.',
  });
}

export async function logoutRun(run: Run, { forget }: { readonly forget: boolean }): Promise<void> {
  const { settings } = run;
  const login = storedLogin(settings.base);
  removeLogin(settings.base);
  if (login) {
    using watermarks = openWatermarks(run);
    watermarks.dropServer(login.url);
  }
  const removed = forget && removeTeamMemory(settings.base);
  await run.answer({ server: login?.url ?? null, removed_memory: removed }, () =>
    login ? `logged out of ${login.url}\n${removed ? 'removed what was pulled from it\n' : ''}` : 'not logged in\n',
  );
}
