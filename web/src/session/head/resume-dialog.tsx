import type { ResumeAnswer, Session } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { plural } from '../../format.ts';
import { useAnswer } from '../../use-answer.ts';
import { CopyButton } from './copy-button.tsx';
import { DialogText, SessionDialog } from './session-dialog.tsx';

/** What one must know to continue the session. */
export function ResumeDialog({ session, close }: { readonly session: Session; readonly close: () => void }) {
  const { answer, error } = useAnswer<ResumeAnswer>(`/sessions/${segment(session.uid)}/resume`);
  return (
    <SessionDialog
      title="Resume this session"
      close={close}
      actions={answer && <CopyButton label="Copy" text={() => answer.text} />}
    >
      <p>
        What to know to continue{answer && `, in ${plural(answer.tokens, 'token')}`}. The same as{' '}
        <code>{`stemma resume ${session.uid}`}</code>.
      </p>
      <DialogText text={answer?.text} error={error} />
    </SessionDialog>
  );
}
