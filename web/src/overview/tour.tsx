import { useState } from 'react';
import { Link } from '../parts/link.tsx';
import { useKept } from '../parts/kept.ts';
import styles from './tour.module.css';

/** A few steps for those who are here for the first time; this browser remembers that they were shown or skipped. */
export function Tour() {
  const [isDone, setDone] = useKept('tour-done', false);
  const [at, setAt] = useState(0);
  if (isDone) return null;
  const step = steps[at]!;
  const isLast = at === steps.length - 1;
  return (
    <section className={styles.tour} aria-label="Tour">
      <p className={styles.count}>
        {at + 1} of {steps.length}
      </p>
      <h2>{step.title}</h2>
      <p>{step.text}</p>
      <p className={styles.buttons}>
        <Link to={step.to} className="button">
          {step.link}
        </Link>
        <button type="button" className="button" onClick={() => (isLast ? setDone(true) : setAt(at + 1))}>
          {isLast ? 'Done' : 'Next'}
        </button>
        {!isLast && (
          <button type="button" className="button" onClick={() => setDone(true)}>
            Skip
          </button>
        )}
      </p>
    </section>
  );
}

const steps = [
  {
    title: 'Every session of every agent',
    text: 'Open one to see its steps. Press w on a step to see why it happened.',
    to: '/sessions',
    link: 'Sessions',
  },
  {
    title: 'What keeps failing, and what fixed it',
    text: 'Failures of all sessions by pattern, with the fixes that worked and how often they were verified.',
    to: '/errors',
    link: 'Errors',
  },
  {
    title: 'Go anywhere',
    text: 'Ctrl-K or ⌘-K opens sessions, failures, views and actions. ? lists the keys of a view.',
    to: '/search',
    link: 'Search',
  },
  {
    title: 'What is read and kept',
    text: 'Which agents were found, whether hooks are installed, what is removed from answers.',
    to: '/setup',
    link: 'Setup',
  },
] as const;
