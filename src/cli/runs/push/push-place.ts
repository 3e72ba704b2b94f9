import { hash } from 'node:crypto';
import { join } from 'node:path';
import { type Login, loginIn } from '../../../live/push/server/login.ts';
import { Watermarks } from '../../../live/push/watermarks.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Run } from '../../run.ts';

/** How far this archive was pushed. */
export function openWatermarks({ settings: { base, archive } }: Run): Watermarks {
  return new Watermarks(join(base, 'push.db'), hash('sha256', archive, 'hex').slice(0, 16));
}

/** The server we are logged in to; `url` names another than the stored one. */
export function loginOf(run: Run, url?: string): Login {
  const { settings, app } = run;
  const login = loginIn(settings.base, { ...app.machine.env, ...(url !== undefined && { STEMMA_SERVER: url }) });
  if (login === undefined)
    throw new StemmaError(
      'not-logged-in',
      url ? `There is no token for ${url}.` : 'This machine is not logged in to a server.',
      {
        hint: `Run \`stemma login ${url ?? 'URL'}\`, or set STEMMA_SERVER and STEMMA_SERVER_TOKEN.`,
      },
    );
  return login;
}

/** The demo is everybody's, and nobody's work. */
export function refuseDemo({ settings }: Run): void {
  if (settings.isDemo)
    throw new StemmaError('bad-argument', 'The demo is not sent anywhere.', { hint: 'Leave out --demo.' });
}
