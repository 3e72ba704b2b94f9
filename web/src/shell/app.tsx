import { Component, lazy, Suspense, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ApiError } from '../api.ts';
import { useShortcuts } from '../shortcuts.ts';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { Link } from '../parts/link.tsx';
import { currentRoute, useRoute } from '../router.ts';
import styles from './app.module.css';
import { ShortcutDialog } from './shortcut-dialog.tsx';
import { switchTheme } from './theme.ts';
import { TopBar } from './top-bar.tsx';

/** Safari has no requestIdleCallback. */
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));

const Overview = page(async () => (await import('../overview/overview-page.tsx')).OverviewPage);
const Sessions = page(async () => (await import('../sessions/sessions-page.tsx')).SessionsPage);
const Session = page<{ uid: string }>(async () => (await import('../session/session-page.tsx')).SessionPage);
const Errors = page<{ chain: string | null }>(async () => (await import('../errors/errors-page.tsx')).ErrorsPage);
const Skills = page(async () => (await import('../skills/skills-page.tsx')).SkillsPage);
const Cost = page(async () => (await import('../cost/cost-page.tsx')).CostPage);
const Search = page(async () => (await import('../search/search-page.tsx')).SearchPage);
const Setup = page(async () => (await import('../setup/setup-page.tsx')).SetupPage);
const Compare = page(async () => (await import('../compare/compare-page.tsx')).ComparePage);
const Palette = page<{ close: () => void; typed: string }>(
  async () => (await import('../palette/palette.tsx')).Palette,
);

/** The app: top bar, current page, and open dialogs. */
export function App() {
  const { path } = useRoute();
  const [open, setOpen] = useState<'keys' | 'search' | null>(null);
  const [early, setEarly] = useState('');
  const close = () => {
    setEarly('');
    setOpen(null);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen('search');
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  useShortcuts({
    title: 'Global',
    keys: [
      { key: '/', label: 'search everything (or Ctrl-K)', run: () => setOpen('search') },
      { key: 't', label: 'switch between light and dark', run: switchTheme },
      {
        key: 'c',
        label: 'copy link to this view',
        run: () => void navigator.clipboard?.writeText(new URL(currentUrl(), location.href).href),
      },
      { key: '?', label: 'keyboard shortcuts', run: () => setOpen('keys') },
    ],
  });
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar path={path} openSearch={() => setOpen('search')} openShortcuts={() => setOpen('keys')} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Busy what="Loading" />}>{pageOf(path)}</Suspense>
        </ErrorBoundary>
      </main>
      {open === 'keys' && <ShortcutDialog close={close} />}
      {open === 'search' && (
        <Suspense fallback={<TypedEarly keep={(key) => setEarly((was) => was + key)} />}>
          <Palette close={close} typed={early} />
        </Suspense>
      )}
    </div>
  );
}

/** Keeps what is typed while the palette loads: it would run the shortcuts of the page below. */
function TypedEarly({ keep }: { readonly keep: (key: string) => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      keep(event.key);
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [keep]);
  return null;
}

function pageOf(path: string): ReactNode {
  const [first = '', second, ...more] = path.split('/').slice(1).map(decoded);
  if (more.length > 0) return <NoSuchPage />;
  if (second === undefined) {
    if (first === '') return <Overview />;
    if (first === 'sessions') return <Sessions />;
    if (first === 'skills') return <Skills />;
    if (first === 'cost') return <Cost />;
    if (first === 'search') return <Search />;
    if (first === 'setup') return <Setup />;
    if (first === 'compare') return <Compare />;
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

/** An error while rendering replaces the page but not the app. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? (
      <Failed
        error={error}
        reload={() => (error instanceof ApiError ? location.reload() : this.setState({ error: null }))}
      />
    ) : (
      this.props.children
    );
  }
}

/**
 * Loads a page on first use or when the browser is idle, so that it opens quickly, even after the server has stopped.
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

function currentUrl(): string {
  const { path, params } = currentRoute();
  return `${path}?${params.toString()}`;
}
