import { isTight, type Known } from './known.ts';
import { brief } from './message-text.ts';

/** Which session this is, and where its paths begin. */
export function headOf(known: Known): string {
  const {
    recalled: { session, events, cut },
    room,
  } = known;
  const { uid, title, cwd, repo, branch } = session;
  const place = [repo ?? cwd?.split(/[/\\]/).at(-1), branch].filter(Boolean).join(' on ');
  const when = events
    .findLast(({ at }) => at !== null)
    ?.at?.slice(0, 16)
    .replace('T', ' ');
  if (isTight(known))
    return brief(
      `# ${[place || uid, when && `${when} UTC`].filter(Boolean).join(', ')}`,
      Math.min(80, Math.round(room / 4)),
    );
  const folder = cwd?.replace(/^(?:\/home|\/Users)\/[^/]+(?=\/|$)/, '~');
  const name = cwd
    ?.replace(/[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1);
  return [
    brief(`# Resume${title && !isAsked(title, known) ? `: ${title}` : place ? `: ${place}` : ''}`, 120),
    [
      title && !isAsked(title, known) ? place : '',
      `${title && !isAsked(title, known) && place ? 's' : 'S'}ession ${uid}`,
      when && `last active ${when} UTC`,
    ]
      .filter(Boolean)
      .join(', ') + '.',
    ...(folder && name ? [`Paths are below ${folder}; what lies in that folder itself is called ${name}/….`] : []),
    ...(cut ? ['Told from its last two thousand events.'] : []),
  ].join('\n');
}

/** Most sessions are called by what was said first in them: then it says nothing new, or nothing at all. */
function isAsked(title: string, { present: { asks, earlier } }: Known): boolean {
  const begins = title.slice(0, 40);
  return (
    /^[/!<]/.test(title) ||
    [...asks.map(({ event }) => event), ...earlier.map(({ ask }) => ask)].some(({ summary }) =>
      summary.startsWith(begins),
    )
  );
}
