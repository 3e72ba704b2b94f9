import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Session, SessionUid } from '../../../src/types.ts';
import { segment } from '../api.ts';
import { useLive } from '../live.ts';
import { Empty, Failed } from '../parts/notice.tsx';
import { currentPlace } from '../place.ts';
import { useAnswer } from '../use-answer.ts';
import { SessionData } from './data/session-data.ts';
import { SessionHead } from './head/session-head.tsx';
import { ListOfBars } from './list/list-of-bars.tsx';
import styles from './session-view.module.css';
import { SessionView } from './session-view.tsx';
import { openedIn } from './view/params.ts';

/**
 * One session: fetched when it is opened, and brought up to date while it runs. For another one, the frame makes
 * another page.
 */
export function SessionPage({ uid }: { readonly uid: string }) {
  const [data] = useState(() => new SessionData(uid as SessionUid));
  useEffect(() => {
    data.begin(openedIn(currentPlace().params) as readonly SessionUid[]);
    return () => data.end();
  }, [data]);
  useLive((news) => data.hear(news));
  const { steps, error, opening } = useSyncExternalStore(data.subscribe, data.known);
  useTitle(steps?.parts[0]!.session.title ?? null);
  if (!steps) return error ? <NotShown error={error} again={() => data.load()} /> : <Loading uid={uid} />;
  if (steps.count === 0) {
    return (
      <div className={styles.session}>
        <SessionHead session={steps.parts[0]!.session} steps={null} />
        <Empty title="No steps yet">
          <p>This session has no prompts and no calls. New steps appear here while it runs.</p>
        </Empty>
      </div>
    );
  }
  return <SessionView data={data} steps={steps} opening={opening} error={error} />;
}

/** The head is here before the steps are, and the list has its place: nothing jumps when they come. */
function Loading({ uid }: { readonly uid: string }) {
  const { answer, error, again } = useAnswer<Session>(`/sessions/${segment(uid)}`);
  if (error) return <NotShown error={error} again={again} />;
  return (
    <div className={styles.session}>
      <SessionHead session={answer ?? null} steps={null}>
        <div className={styles.toolbarSpace} />
      </SessionHead>
      <ListOfBars />
    </div>
  );
}

function NotShown({ error, again }: { readonly error: Error; readonly again: () => void }) {
  return (
    <>
      <h1 className="hidden-label">Session</h1>
      <Failed error={error} again={again} />
    </>
  );
}

function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const was = document.title;
    document.title = `${title} · stemma`;
    return () => {
      document.title = was;
    };
  }, [title]);
}
