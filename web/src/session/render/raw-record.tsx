import { useState } from 'react';
import type { EventAnswer, EventId } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { useAnswer } from '../../use-answer.ts';
import { JsonTree } from './json-tree.tsx';
import styles from './render.module.css';
import { Terminal } from './terminal.tsx';

/** The record as the agent wrote it, loaded when opened. */
export function RawRecord({ event, name }: { readonly event: EventId; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.raw} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <Line event={event} name={name} />}
    </details>
  );
}

function Line({ event, name }: { readonly event: EventId; readonly name: string }) {
  const { answer, error } = useAnswer<EventAnswer>(`/events/${segment(event)}`);
  if (error) return <p className={styles.cut}>{error.message}</p>;
  if (!answer) return <p className={styles.cut}>Loading</p>;
  const { line, evicted, place } = answer;
  return (
    <>
      {place && (
        <p className={styles.place}>
          <bdi>{place.path}</bdi>, line {place.line}
        </p>
      )}
      {evicted ? (
        <p className={styles.cut}>The raw bytes were evicted.</p>
      ) : typeof line === 'string' ? (
        <Terminal text={line} label={name} />
      ) : (
        <JsonTree value={line} label={name} />
      )}
    </>
  );
}
