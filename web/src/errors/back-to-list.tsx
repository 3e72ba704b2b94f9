import { Link } from '../parts/link.tsx';
import { linkTo } from '../router.ts';
import styles from './pattern-stories.module.css';

/** On a phone, where the list is not beside what was opened. */
export function BackToList({ params }: { readonly params: URLSearchParams }) {
  return (
    <h1 className={styles.back}>
      <Link to={linkTo('/errors', { ...Object.fromEntries(params), p: null })}>‹ All failures</Link>
    </h1>
  );
}
