import { memo } from 'react';
import { plainText } from './ansi.ts';
import { Bounded } from './more.tsx';
import styles from './render.module.css';
import { Terminal } from './terminal.tsx';

const numbered = /^ *(\d+)[→\t](.*)$/;

/** A file as agents read it: with a number before each line. Anything else is shown as what a program printed. */
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
              const [, number, words] = numbered.exec(line) ?? [];
              return (
                <span key={at} className={styles.line}>
                  <i>{number ?? ''}</i>
                  {words ?? line}
                  {'\n'}
                </span>
              );
            })}
        </pre>
      )}
    </Bounded>
  );
});
