import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileChange } from '../../../../src/types.ts';
import { setParams, useRoute } from '../../router.ts';
import { useShortcuts } from '../../shortcuts.ts';
import { findStep } from '../data/steps.ts';
import { select, setInspector, setShow, setView } from '../view/actions.ts';
import type { SessionViewProps } from '../views.tsx';
import { FileHistory } from './file-history.tsx';
import { FileList } from './file-list.tsx';
import { FilesOfSession } from './files-of-session.ts';
import styles from './files.module.css';

/** The files of a session, and every change of the selected one. */
export function FilesView({ view, data, change }: SessionViewProps) {
  const { session } = view.steps.parts[0]!;
  const path = useRoute().params.get('file');
  const files = useMemo(() => new FilesOfSession(session.uid, session.events), [session.uid, session.events]);
  useEffect(() => () => files.stop(), [files]);
  const [row, setRow] = useState(0);
  const openFile = useCallback(
    (next: number) => {
      const file = files.file(next);
      if (!file) return;
      setRow(next);
      setParams({ file: file.path });
    },
    [files],
  );
  const close = () => setParams({ file: null });
  useShortcuts({
    title: 'Files',
    keys: [
      { key: 'j', label: 'next file', run: () => openFile(path === null ? row : row + 1) },
      { key: 'k', label: 'previous file', run: () => openFile(Math.max(0, row - 1)) },
      { key: 'ArrowDown', run: () => openFile(path === null ? row : row + 1) },
      { key: 'ArrowUp', run: () => openFile(Math.max(0, row - 1)) },
      { key: 'Escape', label: 'close file', run: close },
    ],
  });
  const openStep = useStepOf({ view, data, change });
  return (
    <div className={styles.frame}>
      <div className={styles.files} data-open={path === null ? undefined : ''}>
        <FileList files={files} path={path} row={row} onFile={openFile} />
        {path !== null && <FileHistory key={path} session={session} path={path} close={close} onStep={openStep} />}
      </div>
    </div>
  );
}

/** Opens the step of a change, with why it was made or without; a sub-agent is opened first. */
function useStepOf({
  view,
  data,
  change,
}: Pick<SessionViewProps, 'view' | 'data' | 'change'>): (of: FileChange, why: boolean) => void {
  const waiting = useRef<{ readonly of: FileChange; readonly why: boolean } | null>(null);
  const open = useCallback(
    (step: number, why: boolean) =>
      change((was) => {
        if (!why) return setInspector(select(was, step), true);
        return setInspector(setShow(select(setView(was, 'steps'), step), 'why'), true);
      }),
    [change],
  );
  const { steps } = view;
  useEffect(() => {
    const wanted = waiting.current;
    const step = wanted && findStep(steps, wanted.of.step);
    if (!wanted || step === null) return;
    waiting.current = null;
    open(step, wanted.why);
  }, [steps, open]);
  return useCallback(
    (of, why) => {
      const step = findStep(steps, of.step);
      if (step !== null) return open(step, why);
      waiting.current = { of, why };
      data.open(of.step.session);
    },
    [steps, data, open],
  );
}
