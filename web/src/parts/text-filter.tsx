import { useEffect, useState } from 'react';
import styles from './text-filter.module.css';

/** A text filter that reports its value shortly after the last key. */
export function TextFilter({
  label,
  placeholder,
  value,
  type,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly type: (value: string | null) => void;
}) {
  const [typed, setTyped] = useState({ text: value, committed: value });
  // The URL changed elsewhere, for example by a reset button: follow it.
  if (typed.committed !== value) setTyped({ text: value, committed: value });
  useEffect(() => {
    if (typed.text === typed.committed) return;
    const timer = setTimeout(() => {
      setTyped({ text: typed.text, committed: typed.text });
      type(typed.text || null);
    }, 150);
    return () => clearTimeout(timer);
  }, [typed, type]);
  return (
    <input
      type="search"
      className={styles.typed}
      aria-label={label}
      placeholder={placeholder}
      value={typed.text}
      onChange={({ target }) => setTyped({ text: target.value, committed: typed.committed })}
    />
  );
}
