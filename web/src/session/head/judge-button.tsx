import { useState } from 'react';
import type { Session } from '../../../../src/types.ts';
import { JudgeDialog } from './judge-dialog.tsx';
import styles from './judge.module.css';

/** Opens what a judge would be asked. Nothing is sent before another button is pressed there. */
export function JudgeButton({ session }: { readonly session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const { judged_by: model } = session;
  return (
    <>
      <button
        type="button"
        className={styles.open}
        title={model === undefined ? 'Let a model read it' : `Judged by ${model}`}
        onClick={() => setOpen(true)}
      >
        {model === undefined ? 'Judge this session' : 'judged'}
      </button>
      {isOpen && <JudgeDialog session={session} close={() => setOpen(false)} />}
    </>
  );
}
