import { isTight, type ResumeFacts } from '../facts/resume-facts.ts';
import { brief } from '../facts/message-text.ts';

/** The heading: which session, and what its paths are relative to. */
export function headOf(facts: ResumeFacts): string {
  const {
    history: { session, events, cut },
    room,
  } = facts;
  const { uid, title, cwd, repo, branch } = session;
  const place = [repo ?? cwd?.split(/[/\\]/).at(-1), branch].filter(Boolean).join(' on ');
  const when = events
    .findLast(({ at }) => at !== null)
    ?.at?.slice(0, 16)
    .replace('T', ' ');
  if (isTight(facts))
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
    brief(`# Resume${title && !isAsked(title, facts) ? `: ${title}` : place ? `: ${place}` : ''}`, 120),
    [
      title && !isAsked(title, facts) ? place : '',
      `${title && !isAsked(title, facts) && place ? 's' : 'S'}ession ${uid}`,
      when && `last active ${when} UTC`,
    ]
      .filter(Boolean)
      .join(', ') + '.',
    ...(folder && name ? [`Paths are relative to ${folder}; files directly in it are written ${name}/….`] : []),
    ...(cut ? ['Written from its last 2,000 events.'] : []),
  ].join('\n');
}

/** Most titles repeat the first prompt, which the pack shows anyway. */
function isAsked(title: string, { task: { asks, earlier } }: ResumeFacts): boolean {
  const begins = title.slice(0, 40);
  return (
    /^[/!<]/.test(title) ||
    [...asks.map(({ event }) => event), ...earlier.map(({ ask }) => ask)].some(({ summary }) =>
      summary.startsWith(begins),
    )
  );
}
