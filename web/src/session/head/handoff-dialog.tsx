import { useState } from 'react';
import type { AboutAnswer, HandoffAnswer, Session } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { useAnswer } from '../../use-answer.ts';
import { CopyButton } from './copy-button.tsx';
import { DialogText, SessionDialog } from './session-dialog.tsx';

/** The first prompt for another agent. */
export function HandoffDialog({ session, close }: { readonly session: Session; readonly close: () => void }) {
  const about = useAnswer<AboutAnswer>('/about').answer;
  const agents = about?.sources.filter(({ handoff }) => handoff) ?? [];
  const [to, setTo] = useState('');
  const { answer, error, isLoading } = useAnswer<HandoffAnswer>(
    to === '' ? null : `/sessions/${segment(session.uid)}/handoff`,
    { to },
  );
  const text = isLoading ? undefined : answer?.text;
  return (
    <SessionDialog
      title="Hand off this session"
      close={close}
      actions={text !== undefined && <CopyButton label="Copy" text={() => text} />}
    >
      <p>
        <label>
          The agent that continues{' '}
          <select value={to} onChange={({ target }) => setTo(target.value)}>
            <option value="" disabled>
              choose…
            </option>
            {agents.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </p>
      {answer?.start && text !== undefined && (
        <p>
          Start it with <code>{answer.start}</code>
        </p>
      )}
      {to !== '' && <DialogText text={text} error={error} />}
    </SessionDialog>
  );
}
