import type { AgentMessage } from '../../../../src/types.ts';
import { Prose } from '../render/lazy-renderers.tsx';
import styles from './inspector.module.css';
import { SectionTitle } from './section-title.tsx';

/** Messages of the agent, with its thinking collapsed. */
export function MessageSection({
  title,
  messages,
}: {
  readonly title: string;
  readonly messages: readonly AgentMessage[];
}) {
  if (messages.length === 0) return null;
  return (
    <section>
      <SectionTitle name={messages.every(({ kind }) => kind === 'thinking') ? 'Thinking' : title} />
      {messages.map(({ event, kind, text, summary }) =>
        kind === 'thinking' ? (
          <details key={event} className={styles.thinking}>
            <summary>thinking: {summary}</summary>
            <div className={styles.message}>
              <Prose text={text?.text ?? summary} length={text?.length} />
            </div>
          </details>
        ) : (
          <div key={event} className={styles.message}>
            <Prose text={text?.text ?? summary} length={text?.length} />
          </div>
        ),
      )}
    </section>
  );
}
