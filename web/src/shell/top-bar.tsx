import { useEffect, useRef } from 'react';
import { Link } from '../parts/link.tsx';
import { SpaceSwitch } from './space-switch.tsx';
import styles from './top-bar.module.css';
import { switchTheme } from './theme.ts';

const pages = [
  { to: '/', name: 'Overview', has: (path: string) => path === '/' },
  { to: '/sessions', name: 'Sessions', has: (path: string) => path === '/sessions' || path.startsWith('/s/') },
  { to: '/errors', name: 'Errors', has: (path: string) => path.startsWith('/errors') },
  { to: '/skills', name: 'Skills', has: (path: string) => path === '/skills' },
  { to: '/cost', name: 'Cost', has: (path: string) => path === '/cost' },
];

export function TopBar({
  path,
  openSearch,
  openShortcuts,
}: {
  readonly path: string;
  readonly openSearch: () => void;
  readonly openShortcuts: () => void;
}) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.mark} aria-label="stemma overview">
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M5 3v14M5 6c0 3 9 2 9 5M5 11c0 3 9 2 9 5" fill="none" strokeWidth="1.6" strokeLinecap="round" />
          <circle cx="5" cy="3.2" r="2.2" />
          <circle cx="14" cy="11" r="2.2" />
          <circle cx="14" cy="16.4" r="2.2" />
        </svg>
        <span>stemma</span>
      </Link>
      <nav ref={nav} className={styles.nav} aria-label="Pages">
        {pages.map(({ to, name, has }) => (
          <Link key={to} to={to} aria-current={has(path) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <SpaceSwitch />
      <Link
        to="/setup"
        className={`${styles.icon} ${styles.keys}`}
        aria-label="Setup"
        title="Setup"
        aria-current={path === '/setup' ? 'page' : undefined}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 4.5h12M2 11.5h12" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
          <circle cx="5.5" cy="4.5" r="2" fill="currentColor" />
          <circle cx="10.5" cy="11.5" r="2" fill="currentColor" />
        </svg>
      </Link>
      <button type="button" className={styles.find} onClick={openSearch} aria-keyshortcuts="/ Control+K Meta+K">
        <span>Search everything</span>
        <kbd>/</kbd>
      </button>
      <button
        type="button"
        className={styles.icon}
        onClick={switchTheme}
        aria-label="Switch between light and dark"
        title="Switch between light and dark (t)"
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
        </svg>
      </button>
      <button
        type="button"
        className={`${styles.icon} ${styles.keys}`}
        onClick={openShortcuts}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
      >
        ?
      </button>
    </header>
  );
}
