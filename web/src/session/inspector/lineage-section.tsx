import type { EventId, WhyAnswer } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { Link } from '../../parts/link.tsx';
import { linkToSession } from '../../router.ts';
import { useAnswer } from '../../use-answer.ts';
import styles from './inspector.module.css';
import { SectionTitle } from './section-title.tsx';

const labels = { turn: 'its turn', spawned: 'started by', continued: 'continues' } as const;

/** The prompts a step goes back to, also in the sessions before: context, not causes. */
export function LineageSection({ id }: { readonly id: EventId }) {
  // Only the lineage is shown; the causes are in the step's own answer.
  const { answer } = useAnswer<WhyAnswer>(`/events/${segment(id)}/why`, { limit: 1, depth: 1 });
  if (!answer || answer.lineage.length === 0) return null;
  return (
    <section>
      <SectionTitle name="Back to the prompt" />
      <ul className={styles.causes} aria-label="Back to the prompt">
        {answer.lineage.map(({ relation, step }) => (
          <li key={step.id}>
            <Link to={linkToSession(step.session, { at: step.id })} className={styles.step}>
              <span className={styles.seq}>{labels[relation]}</span>
              <b className={styles.tool}>{step.tool ?? 'prompt'}</b>
              <bdi className={styles.what}>{step.summary}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
