import { useEffect, useRef, useState } from 'react';
import type { AboutAnswer, Judged, JudgePlan, Session } from '../../../../src/types.ts';
import { ApiError, post, segment } from '../../api.ts';
import { count, plural } from '../../format.ts';
import { useAnswer } from '../../use-answer.ts';
import styles from './judge.module.css';

type Work =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly what: string }
  | { readonly is: 'done'; readonly message: string }
  | { readonly is: 'failed'; readonly message: string };

/** The size of the questions about a session, and either the button that sends them or the command to run. */
export function JudgeDialog({ session, close }: { readonly session: Session; readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const path = `/sessions/${segment(session.uid)}`;
  const plan = useAnswer<JudgePlan>(`${path}/judge`);
  const about = useAnswer<AboutAnswer>('/about').answer;
  const [work, setWork] = useState<Work>({ is: 'idle' });
  const act = async (what: string, url: string, done: (answer: Judged) => string): Promise<void> => {
    setWork({ is: 'running', what });
    try {
      setWork({ is: 'done', message: done(await post<Judged>(url, {})) });
    } catch (error) {
      const hint = error instanceof ApiError && error.hint !== null ? ` ${error.hint}` : '';
      setWork({ is: 'failed', message: `${(error as Error).message}${hint}` });
    }
  };
  // What was judged may concern any step, so everything is loaded again.
  const onClose = (): void => (work.is === 'done' ? window.location.reload() : close());
  const mayWrite = about?.may_write === true && work.is !== 'running';
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="judge-title" onClose={onClose}>
      <h1 id="judge-title">Judge this session</h1>
      <p>
        A model reads the session and names causes, failures and outcome. They are shown as judged, apart from what is
        recorded or inferred.
        {session.judged_by !== undefined && (
          <>
            {' '}
            It was judged by <b className="transcript-text">{session.judged_by}</b>.
          </>
        )}
      </p>
      <p aria-live="polite">{sizeOf(plan.answer, plan.error)}</p>
      {about && (about.judge === null || !about.may_write) && (
        <p>
          In a terminal: <code>{`stemma judge ${session.uid} --with COMMAND`}</code>, where COMMAND is a program that
          answers a prompt, such as <code>claude -p</code>.
        </p>
      )}
      {work.is !== 'idle' && (
        <p role={work.is === 'failed' ? 'alert' : 'status'} className={styles.work} data-is={work.is}>
          {work.is === 'running' ? work.what : work.message}
        </p>
      )}
      <form method="dialog" className={styles.actions}>
        {about && about.judge !== null && about.may_write && (
          <button
            type="button"
            className="button"
            disabled={!mayWrite || !plan.answer || plan.answer.windows.length === 0}
            onClick={() => void act(`Waiting for ${about.judge}`, `${path}/judge`, judgedText)}
          >
            Send it to {about.judge}
          </button>
        )}
        {session.judged_by !== undefined && about?.may_write && (
          <button
            type="button"
            className="button"
            disabled={!mayWrite}
            onClick={() => void act('Removing', `${path}/judgement/remove`, () => 'The judgement was removed.')}
          >
            Remove the judgement
          </button>
        )}
        <button className="button">Close</button>
      </form>
    </dialog>
  );
}

function sizeOf(plan: JudgePlan | undefined, error: Error | undefined): string {
  if (error) return error.message;
  if (!plan) return 'Loading the size…';
  if (plan.windows.length === 0) return 'It has no calls to judge.';
  return `${count(plan.tokens)} tokens in ${plural(plan.windows.length, 'window')}, secrets redacted. Looking at this sends nothing.`;
}

function judgedText({ causes, calls, stories }: Judged): string {
  return `Judged: ${plural(causes, 'cause')} for ${plural(calls, 'call')}, ${plural(stories, 'failure')}.`;
}
