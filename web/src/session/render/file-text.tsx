import { memo } from 'react';
import { plainText } from './ansi.ts';
import { Bounded } from './bounded.tsx';
import styles from './render.module.css';
import { Terminal } from './terminal.tsx';

const numbered = /^ *(\d+)[→\t](.*)$/;

/** A file with line numbers, as agents read it. Other text is shown as terminal output. */
export const FileText = memo(function FileText({
  text,
  length,
  label,
}: {
  readonly text: string;
  readonly length?: number | undefined;
  readonly label: string;
}) {
  const [first = '', second = ''] = text.split('\n', 2);
  if (!numbered.test(first) || (second !== '' && !numbered.test(second)))
    return <Terminal text={text} length={length} label={label} />;
  return (
    <Bounded text={text} length={length ?? text.length}>
      {(shown) => (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.file} tabIndex={0} role="region" aria-label={label}>
          {plainText(shown)
            .split('\n')
            .map((line, at) => {
              const [, number, content] = numbered.exec(line) ?? [];
              return (
                <span key={at} className={styles.line}>
                  <i>{number ?? ''}</i>
                  {content ?? line}
                  {'\n'}
                </span>
              );
            })}
        </pre>
      )}
    </Bounded>
  );
});
