import { lazy, Suspense, type ComponentProps } from 'react';
import { Bounded } from './bounded.tsx';
import { plainText } from './ansi.ts';
import styles from './render.module.css';

// Renderers that need a library are loaded on first use; until then the plain text is shown.

const LazyMarkdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));
const LazyDiff = lazy(async () => ({ default: (await import('./diff.tsx')).Diff }));
const LazyPatch = lazy(async () => ({ default: (await import('./diff.tsx')).Patch }));

export function Prose({ text, length }: { readonly text: string; readonly length?: number | undefined }) {
  return (
    <Bounded text={text} length={length ?? text.length}>
      {(shown) => (
        <Suspense fallback={<p className={styles.plain}>{plainText(shown)}</p>}>
          <LazyMarkdown text={plainText(shown)} />
        </Suspense>
      )}
    </Bounded>
  );
}

export function Diff(props: ComponentProps<typeof LazyDiff>) {
  return (
    <Suspense fallback={<pre className={styles.block}>{plainText(props.after.slice(0, 2_000))}</pre>}>
      <LazyDiff {...props} />
    </Suspense>
  );
}

export function Patch(props: ComponentProps<typeof LazyPatch>) {
  return (
    <Suspense fallback={<pre className={styles.block}>{plainText(props.text.slice(0, 2_000))}</pre>}>
      <LazyPatch {...props} />
    </Suspense>
  );
}
