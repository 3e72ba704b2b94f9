import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Session, SessionUid } from '../../../src/types.ts';
import { segment } from '../api.ts';
import { useLive } from '../live.ts';
import { Empty, Failed } from '../parts/notice.tsx';
import { Link } from '../parts/link.tsx';
import { currentRoute, linkToSession } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { SessionData } from './data/session-data.ts';
import { SessionHead } from './head/session-head.tsx';
import { ListPlaceholder } from './list/list-placeholder.tsx';
import styles from './session-view.module.css';
import { SessionView } from './session-view.tsx';
import { openedIn } from './view/params.ts';

/** One session, loaded when opened and refreshed while it runs. The app mounts a new page for another session. */
export function SessionPage({ uid }: { readonly uid: string }) {
  const [data] = useState(() => new SessionData(uid as SessionUid));
  useEffect(() => {
    data.start(openedIn(currentRoute().params) as readonly SessionUid[]);
    return () => data.stop();
  }, [data]);
  useLive((changed) => data.refresh(changed));
  const { steps, error, opening } = useSyncExternalStore(data.subscribe, data.state);
  useTitle(steps?.parts[0]!.session.title ?? null);
  if (!steps) return error ? <NotShown error={error} reload={() => data.load()} /> : <Loading uid={uid} />;
  if (steps.count === 0) {
    return (
      <div className={styles.session}>
        <SessionHead session={steps.parts[0]!.session} steps={null} />
        <NoSteps session={steps.parts[0]!.session} />
      </div>
    );
  }
  return <SessionView data={data} steps={steps} opening={opening} error={error} />;
}

/** A fork without steps of its own leads to what it was forked from. */
function NoSteps({ session: { parent } }: { readonly session: Session }) {
  if (parent === null || parent.relation === 'subagent')
    return (
      <Empty title="No steps yet">
        <p>This session has no prompts and no calls. New steps appear here while it runs.</p>
      </Empty>
    );
  return (
    <Empty title="No steps of its own">
      <p>Everything in this session was already in the one it came from.</p>
      <Link to={linkToSession(parent.uid, { at: parent.step })} className="button">
        Open that session
      </Link>
    </Empty>
  );
}

/** The head and placeholder rows, so that nothing moves when the steps arrive. */
function Loading({ uid }: { readonly uid: string }) {
  const { answer, error, reload } = useAnswer<Session>(`/sessions/${segment(uid)}`);
  if (error) return <NotShown error={error} reload={reload} />;
  return (
    <div className={styles.session}>
      <SessionHead session={answer ?? null} steps={null}>
        <div className={styles.toolbarSpace} />
      </SessionHead>
      <ListPlaceholder />
    </div>
  );
}

function NotShown({ error, reload }: { readonly error: Error; readonly reload: () => void }) {
  return (
    <>
      <h1 className="hidden-label">Session</h1>
      <Failed error={error} reload={reload} />
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
