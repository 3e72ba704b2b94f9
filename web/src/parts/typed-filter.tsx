import { useEffect, useState } from 'react';
import styles from './typed-filter.module.css';

/** A filter that is typed: told a moment after the last key. */
export function TypedFilter({
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
  const [typed, setTyped] = useState({ text: value, told: value });
  // Somebody else cleared or changed it: the address is right.
  if (typed.told !== value) setTyped({ text: value, told: value });
  useEffect(() => {
    if (typed.text === typed.told) return;
    const timer = setTimeout(() => {
      setTyped({ text: typed.text, told: typed.text });
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
      onChange={({ target }) => setTyped({ text: target.value, told: typed.told })}
    />
  );
}
