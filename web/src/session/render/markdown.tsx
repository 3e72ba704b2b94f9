import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { htmlAsText } from './html-as-text.ts';
import styles from './render.module.css';

/** Markdown. HTML stays text, images are named instead of loaded, and a link shows its host. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={plugins} rehypePlugins={sanitised} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

const plugins = [remarkGfm, htmlAsText];
const sanitised = [rehypeSanitize];

const components: Components = {
  img: ({ alt, src }) => (
    <span className={styles.picture}>
      image: {alt || 'no description'} {typeof src === 'string' && src !== '' && <code>{src.slice(0, 300)}</code>}
    </span>
  ),
  a: ({ href, children }) =>
    href && /^https?:\/\//i.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href} className={styles.link}>
        {children}
        <span className={styles.target}>{hostOf(href)}</span>
      </a>
    ) : (
      // Relative paths cannot be opened from here.
      <span className={styles.link} title={href}>
        {children}
      </span>
    ),
  input: ({ checked }) => <span>{checked ? '☑' : '☐'} </span>,
  h1: ({ children }) => <p className={styles.heading}>{children}</p>,
  h2: ({ children }) => <p className={styles.heading}>{children}</p>,
  h3: ({ children }) => <p className={styles.heading}>{children}</p>,
  h4: ({ children }) => <p className={styles.heading}>{children}</p>,
  h5: ({ children }) => <p className={styles.heading}>{children}</p>,
  h6: ({ children }) => <p className={styles.heading}>{children}</p>,
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  pre: ({ children }) => (
    <pre className={styles.block} tabIndex={0}>
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className={styles.table}>
      <table>{children}</table>
    </div>
  ),
};

function hostOf(href: string): string {
  try {
    return new URL(href).host;
  } catch {
    return href.slice(0, 60);
  }
}
