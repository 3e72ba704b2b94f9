import { memo } from 'react';
import { parseAnsi } from './ansi.ts';
import { Bounded } from './bounded.tsx';
import styles from './render.module.css';

/** Terminal output in its colours. */
export const Terminal = memo(function Terminal({
  text,
  length,
  prompt = '',
  label,
}: {
  readonly text: string;
  readonly length?: number | undefined;
  readonly prompt?: string;
  readonly label: string;
}) {
  return (
    <Bounded text={text} length={length ?? text.length}>
      {(shown) => (
        // A region that scrolls must be reachable by keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.block} tabIndex={0} role="region" aria-label={label}>
          {prompt && <span className={styles.prompt}>{prompt}</span>}
          {parseAnsi(shown).map(({ text: part, colour, bold, faint, italic, underline }, at) =>
            colour || bold || faint || italic || underline ? (
              <span
                key={at}
                className={styles.styled}
                data-colour={colour ?? undefined}
                data-bold={bold || undefined}
                data-faint={faint || undefined}
                data-italic={italic || undefined}
                data-underline={underline || undefined}
              >
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </pre>
      )}
    </Bounded>
  );
});
