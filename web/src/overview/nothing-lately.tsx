import type { AboutAnswer, BrowseAnswer } from '../../../src/types.ts';
import { day, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Busy, Empty } from '../parts/notice.tsx';
import { setParams } from '../router.ts';
import { useAnswer } from '../use-answer.ts';

/** An archive without sessions, or without recent ones: what to do about it. */
export function NothingLately({ days, now }: { readonly days: number; readonly now: string }) {
  const { answer: about } = useAnswer<AboutAnswer>('/about');
  const { answer: newest } = useAnswer<BrowseAnswer>('/sessions', { limit: 1 });
  if (!about || !newest) return <Busy what="Loading overview" />;
  const setup = (
    <Link to="/setup" className="button">
      Setup
    </Link>
  );
  if (newest.total === 0)
    return (
      <Empty title="No sessions yet">
        <p>{about.hint ?? 'Nothing has been read yet: `stemma ingest` reads what your agents left on this machine.'}</p>
        {setup}
      </Empty>
    );
  const at = newest.sessions[0]?.ended_at ?? null;
  const age = at === null ? null : Math.ceil((Date.parse(now) - Date.parse(at)) / 86_400_000);
  const shown = age === null ? null : Math.min(age + daysBefore, maxDays);
  return (
    <Empty title={`No sessions in the last ${days * 2} days`}>
      <p>
        {at !== null && `The newest of ${plural(newest.total, 'session')} ended on ${day(at)}. `}
        {about.watching
          ? 'New ones appear here by themselves.'
          : 'Run `stemma ingest` to read newer ones, or `stemma serve` without --no-watch to follow your agents.'}
      </p>
      {age !== null && shown !== null && age < maxDays && (
        <button type="button" className="button" onClick={() => setParams({ days: String(shown) })}>
          Show the last {shown} days
        </button>
      )}
      <Link to="/sessions" className="button">
        All sessions
      </Link>
      {setup}
    </Empty>
  );
}

const maxDays = 366;
/** So many days with the newest session are shown: it is rarely alone. */
const daysBefore = 30;
