import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { AboutAnswer, AnyError } from '../../../src/types.ts';
import { ApiError, post, segment } from '../api.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './story-card.module.css';

/** Marks a failure as fixed, or notes what was tried. Nothing is written before the form is sent. */
export function StoryActions({
  story: { chain, state },
  onChange,
}: {
  readonly story: Pick<AnyError, 'chain' | 'state'>;
  readonly onChange: () => void;
}) {
  const { answer: about } = useAnswer<AboutAnswer>('/about');
  const [open, setOpen] = useState<'fixed' | 'note' | null>(null);
  const [text, setText] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  if (!about?.may_write || state === 'resolved') return null;
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const path = `/chains/${segment(chain)}`;
    const action = text.trim();
    try {
      if (open === 'fixed' && action === '') await post(`${path}/resolve`, {});
      else await post(`${path}/attempts`, { action, ...(open === 'fixed' && { successful: true }) });
      onChange();
    } catch (error) {
      const hint = error instanceof ApiError && error.hint !== null ? ` ${error.hint}` : '';
      setFailed(`${(error as Error).message}${hint}`);
    }
  };
  if (open === null)
    return (
      <p className={styles.actions}>
        <button type="button" className="button" onClick={() => setOpen('fixed')}>
          Mark as fixed
        </button>
        <button type="button" className="button" onClick={() => setOpen('note')}>
          Add a note
        </button>
      </p>
    );
  const label = open === 'fixed' ? 'What fixed it (optional)' : 'Note';
  return (
    <form className={styles.actions} onSubmit={(event) => void send(event)}>
      <input
        ref={focused}
        className={styles.typed}
        aria-label={label}
        placeholder={label}
        maxLength={2000}
        required={open === 'note'}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button className="button">{open === 'fixed' ? 'Mark as fixed' : 'Save note'}</button>
      <button type="button" className="button" onClick={() => setOpen(null)}>
        Cancel
      </button>
      {failed !== null && <span role="alert">{failed}</span>}
    </form>
  );
}

/** How to get the buttons, for those who came without the token. */
export function WriteHint() {
  const { answer: about } = useAnswer<AboutAnswer>('/about');
  if (!about || about.may_write) return null;
  return (
    <p className={styles.hint}>
      To mark failures as fixed, open the page with the address that <code>stemma serve</code> printed.
    </p>
  );
}

function focused(input: HTMLInputElement | null): void {
  input?.focus();
}
