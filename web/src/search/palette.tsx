import { useEffect, useRef } from 'react';

export function Palette({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return <dialog ref={dialog} onClose={close} aria-label="Search everything" />;
}
