import { isTight, type Known } from './known.ts';
import { brief } from './words.ts';

/** Which session this is, and where its paths begin. */
export function headOf(known: Known): string {
  const { recalled: { session, events, cut }, room } = known;
  const { uid, title, cwd, repo, branch } = session;
  const place = [repo ?? cwd?.split(/[/\\]/).at(-1), branch].filter(Boolean).join(' on ');
  const when = events.findLast(({ at }) => at !== null)?.at?.slice(0, 16).replace('T', ' ');
  if (isTight(known)) return brief(`# ${[place || uid, when && `${when} UTC`].filter(Boolean).join(', ')}`, Math.min(80, Math.round(room / 4)));
  const folder = cwd?.replace(/^(?:\/home|\/Users)\/[^/]+(?=\/|$)/, '~');
  const name = cwd?.replace(/[/\\]+$/, '').split(/[/\\]/).at(-1);
  return [
    brief(`# Resume${title ? `: ${title}` : ''}`, 120),
    [place, `session ${uid}`, when && `last active ${when} UTC`].filter(Boolean).join(', ') + '.',
    ...(folder && name ? [`Paths are below ${folder}; ${name}/… without another folder is a file in it.`] : []),
    ...(cut ? ['Told from its last few thousand events.'] : []),
  ].join('\n');
}
