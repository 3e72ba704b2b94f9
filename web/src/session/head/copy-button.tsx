import { useState } from 'react';

/** Copies a text, and says so. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" className="button" onClick={copy} onBlur={() => setState('idle')} aria-live="polite">
      {state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Not allowed to copy'}
    </button>
  );
}
