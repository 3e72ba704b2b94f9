import { useState } from 'react';
import { count, plural } from '../../format.ts';
import { plainText } from './ansi.ts';
import styles from './render.module.css';

const entriesAtOnce = 100;
const shortText = 400;

/** A collapsible JSON tree; long texts are cut. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.json} tabIndex={0} role="region" aria-label={label}>
      <Value value={value} depth={0} />
    </div>
  );
}

function Value({ value, depth }: { readonly value: unknown; readonly depth: number }) {
  if (typeof value === 'string') return <Text text={value} />;
  if (value === null || typeof value !== 'object') return <span className={styles.atom}>{String(value)}</span>;
  return <Inside value={value} depth={depth} />;
}

function Inside({ value, depth }: { readonly value: object; readonly depth: number }) {
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [isOpen, setOpen] = useState(depth < 2 && entries.length <= entriesAtOnce);
  const [shown, setShown] = useState(entriesAtOnce);
  if (entries.length === 0) return <span className={styles.atom}>{isList ? '[]' : '{}'}</span>;
  return (
    <>
      <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isList ? plural(entries.length, 'item') : plural(entries.length, 'field')}
      </button>
      {isOpen && (
        <ul>
          {entries.slice(0, shown).map(([name, entry]) => (
            <li key={name}>
              <bdi className={styles.key}>{name}</bdi>
              <Value value={entry} depth={depth + 1} />
            </li>
          ))}
          {entries.length > shown && (
            <li>
              <button type="button" className={styles.more} onClick={() => setShown(shown + entriesAtOnce)}>
                Show more ({count(entries.length - shown)} left)
              </button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function Text({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(shortText);
  return (
    <span className={styles.string}>
      <bdi>{plainText(text.slice(0, shown))}</bdi>
      {text.length > shown && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setShown(shown === shortText ? 20_000 : shown + 20_000)}
        >
          {count(text.length - shown)} more characters
        </button>
      )}
    </span>
  );
}
