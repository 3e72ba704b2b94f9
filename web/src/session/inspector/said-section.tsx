import type { Said } from '../../../../src/types.ts';
import { Prose } from '../render/lazily.tsx';
import styles from './inspector.module.css';
import { Title } from './title.tsx';

/** What the agent said, and what it thought for who wants to know. */
export function SaidSection({ title, said }: { readonly title: string; readonly said: readonly Said[] }) {
  if (said.length === 0) return null;
  return (
    <section>
      <Title name={said.every(({ kind }) => kind === 'thinking') ? 'Thinking' : title} />
      {said.map(({ event, kind, text, summary }) =>
        kind === 'thinking' ? (
          <details key={event} className={styles.thought}>
            <summary>thinking: {summary}</summary>
            <div className={styles.said}>
              <Prose text={text?.text ?? summary} length={text?.length} />
            </div>
          </details>
        ) : (
          <div key={event} className={styles.said}>
            <Prose text={text?.text ?? summary} length={text?.length} />
          </div>
        ),
      )}
    </section>
  );
}
