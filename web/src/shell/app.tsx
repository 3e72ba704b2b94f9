import { Component, lazy, Suspense, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ApiError } from '../api.ts';
import { useKeys } from '../keys.ts';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { Link } from '../parts/link.tsx';
import { currentPlace, usePlace } from '../place.ts';
import styles from './app.module.css';
import { KeyList } from './key-list.tsx';
import { switchTheme } from './theme.ts';
import { TopBar } from './top-bar.tsx';

/** Safari cannot tell. */
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));

const Overview = page(async () => (await import('../overview/overview-page.tsx')).OverviewPage);
const Sessions = page(async () => (await import('../sessions/sessions-page.tsx')).SessionsPage);
const Session = page<{ uid: string }>(async () => (await import('../session/session-page.tsx')).SessionPage);
const Errors = page<{ chain: string | null }>(async () => (await import('../errors/errors-page.tsx')).ErrorsPage);
const Skills = page(async () => (await import('../skills/skills-page.tsx')).SkillsPage);
const Search = page(async () => (await import('../search/search-page.tsx')).SearchPage);
const Palette = page<{ close: () => void }>(async () => (await import('../search/palette.tsx')).Palette);

/** The frame: the bar on top, the page of the address, and what is open anywhere. */
export function App() {
  const { path } = usePlace();
  const [open, setOpen] = useState<'keys' | 'search' | null>(null);
  const close = () => setOpen(null);
  useKeys({
    title: 'Global',
    keys: [
      { key: '/', says: 'search everything', does: () => setOpen('search') },
      { key: 't', says: 'switch between light and dark', does: switchTheme },
      {
        key: 'c',
        says: 'copy link to this view',
        does: () => void navigator.clipboard?.writeText(new URL(addressOfPlace(), location.href).href),
      },
      { key: '?', says: 'keyboard shortcuts', does: () => setOpen('keys') },
    ],
  });
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar path={path} openSearch={() => setOpen('search')} openKeys={() => setOpen('keys')} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Guard key={path}>
          <Suspense fallback={<Busy what="Loading" />}>{pageOf(path)}</Suspense>
        </Guard>
      </main>
      {open === 'keys' && <KeyList close={close} />}
      {open === 'search' && (
        <Suspense>
          <Palette close={close} />
        </Suspense>
      )}
    </div>
  );
}

function pageOf(path: string): ReactNode {
  const [first = '', second, ...more] = path.split('/').slice(1).map(decoded);
  if (more.length > 0) return <NoSuchPage />;
  if (second === undefined) {
    if (first === '') return <Overview />;
    if (first === 'sessions') return <Sessions />;
    if (first === 'skills') return <Skills />;
    if (first === 'search') return <Search />;
  }
  if (first === 'errors') return <Errors chain={second ?? null} />;
  if (first === 's' && second) return <Session key={second} uid={second} />;
  return <NoSuchPage />;
}

function NoSuchPage() {
  return (
    <Empty title="Page not found">
      <Link to="/" className="button">
        Go to overview
      </Link>
    </Empty>
  );
}

/** What breaks while it is drawn takes down its page and not the frame. */
class Guard extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? (
      <Failed
        error={error}
        again={() => (error instanceof ApiError ? location.reload() : this.setState({ error: null }))}
      />
    ) : (
      this.props.children
    );
  }
}

/**
 * Each page is fetched when it is first opened, or when there is nothing else to do: then it opens at once, and also
 * when the server is gone.
 */
function page<Props = object>(load: () => Promise<ComponentType<Props>>) {
  whenIdle(() => void load().catch(() => {}));
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      throw new ApiError('unreachable', 'This page could not be loaded.', 'Is `stemma serve` still running?');
    }
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function addressOfPlace(): string {
  const { path, params } = currentPlace();
  return `${path}?${params.toString()}`;
}
