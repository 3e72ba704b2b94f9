import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionUid } from '../../../src/types.ts';
import { navigate, linkToSession } from '../router.ts';
import type { Extra } from './data/rows-of.ts';
import type { SessionData } from './data/session-data.ts';
import { findStep, type Steps } from './data/steps.ts';
import { Digest } from './head/digest.tsx';
import { FindBar } from './head/find-bar.tsx';
import { LiveState } from './head/live-state.tsx';
import { SessionHead } from './head/session-head.tsx';
import { Toolbar } from './head/toolbar.tsx';
import type { StepReference } from './inspector/cause-list.tsx';
import { InspectorPanel } from './inspector/inspector-panel.tsx';
import inspectorStyles from './inspector/inspector.module.css';
import { Pills } from './list/pills.tsx';
import { Rail } from './list/rail.tsx';
import { StepList } from './list/step-list.tsx';
import { rowHeight } from './list/use-window.ts';
import { Scrubber } from './replay/scrubber.tsx';
import styles from './session-view.module.css';
import { viewOptionsIn } from './view/params.ts';
import {
  select,
  nextFailure,
  setInspector,
  setView,
  showSlice,
  toEnd,
  toggleRest,
  toggleBelow,
  toggleDigest,
  toggleOnlyMatches,
  toggleTurn,
} from './view/actions.ts';
import { withOptions, initialView, withSteps, type ViewState } from './view/view-state.ts';
import { currentRoute } from '../router.ts';
import type { Change } from './view/change.ts';
import { Hovered } from './view/hovered.ts';
import { useDigest } from './view/use-digest.ts';
import { useReplies } from './view/use-replies.ts';
import { useUrlState } from './view/use-url-state.ts';
import { useIsNarrow } from './view/use-is-narrow.ts';
import { useUnseenSteps } from './view/use-unseen-steps.ts';
import { useSessionShortcuts } from './view/use-session-shortcuts.ts';
import { sessionViews } from './views.tsx';

/** A session with loaded steps. */
export const SessionView = memo(function SessionView({
  data,
  steps,
  opening,
  error,
}: {
  readonly data: SessionData;
  readonly steps: Steps;
  readonly opening: ReadonlySet<SessionUid>;
  readonly error: Error | null;
}) {
  const { pages } = data;
  const [state, setState] = useState<ViewState>(() => initialView(steps, viewOptionsIn(currentRoute().params, steps)));
  const view = withStepsOnce(state, steps, setState);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const hovered = useMemo(() => new Hovered(), []);
  const isNarrow = useIsNarrow();
  const change: Change = setState;

  const selectAndInspect = useCallback((step: number) => setState((was) => setInspector(select(was, step), true)), []);
  const selectStep = useCallback((step: number) => setState((was) => select(was, step)), []);
  const openElsewhere = useElsewhere(data, steps, selectStep);
  const toggleBand = useCallback(
    (extra: Extra & { is: 'band' }) => {
      const { child, open } = extra.band;
      if (child.relation !== 'subagent') navigate(linkToSession(child.session));
      else if (open) data.close(child.session);
      else data.open(child.session);
    },
    [data],
  );
  const openExtra = useCallback(
    (extra: Extra): void => {
      if (extra.is === 'band') toggleBand(extra);
      // What was said in full is in the conversation.
      else if (extra.is === 'reply') setState((was) => setView(select(was, extra.from), 'read'));
      else if (extra.is === 'gap') setState((was) => (was.foldRest ? toggleRest(was) : toggleOnlyMatches(was)));
      else setState((was) => withOptions(was, { openReads: new Set([...was.openReads, extra.from]) }));
    },
    [toggleBand],
  );
  const inTree = useCallback((step: number) => {
    setState((was) => {
      const turn = was.steps.turn[step]!;
      const isTurn = was.view === 'tree' && !was.causeTree && was.steps.turnStart[turn] === step;
      if (isTurn) return toggleTurn(select(was, step), turn);
      // By cause every step may have effects: the first click selects, the next folds.
      const isAgain = was.causeTree !== null && was.selected === step;
      return isAgain ? toggleBelow(was, step) : setInspector(select(was, step), true);
    });
  }, []);
  const walk = useMemo(
    () => ({
      why: () => setState((was) => showSlice(was, 'why')),
      impact: () => setState((was) => showSlice(was, 'impact')),
      close: () => setState((was) => setInspector(was, false)),
      digest: () => setState(toggleDigest),
      failures: () => setState((was) => setInspector(nextFailure(was, 1), true)),
    }),
    [],
  );

  useUrlState(data, view, selectStep);
  useSessionShortcuts(view, change, data);
  useReplies(view, change);
  const { firstNew, unseen } = useUnseenSteps(view, scroller);
  const scrollToEnd = () => {
    scroller?.scrollTo({ top: view.rows.rows.length * rowHeight });
    setState((was) => (was.selected >= 0 && was.replay === 'off' ? toEnd(was, 'last') : was));
  };
  const Other = sessionViews.find(({ name }) => name === view.view)?.component;
  const isDrawn = useIsDrawn();
  const { session } = steps.parts[0]!;
  const digest = useDigest(session, isDrawn);
  return (
    <div className={styles.session}>
      <SessionHead
        session={session}
        steps={steps}
        onFailures={walk.failures}
        isDigest={view.digest}
        onDigest={walk.digest}
        live={<LiveState isRunning={digest.answer?.session.running === true} />}
      >
        {view.digest &&
          (isDrawn ? <Digest session={session} query={digest} /> : <div className={styles.digestSpace} />)}
        <Toolbar view={view} change={change} />
        {view.find && <FindBar view={view} find={view.find} change={change} />}
      </SessionHead>
      <div className={styles.work} data-inspector={view.inspector || undefined}>
        <div
          className={styles.list}
          data-full={Other ? '' : undefined}
          style={{ '--gutter': `${isNarrow ? 58 : 104}px` } as React.CSSProperties}
        >
          {Other ? (
            <Suspense>
              <Other {...{ view, data, hovered, change }} onStep={selectAndInspect} />
            </Suspense>
          ) : (
            <StepList
              {...{ view, pages, opening, firstNew, hovered, scroller, setScroller }}
              gutterWidth={isNarrow ? 58 : 104}
              onStep={view.view === 'tree' ? inTree : selectAndInspect}
              onExtra={openExtra}
            />
          )}
          {!Other && <Rail view={view} scroller={scroller} />}
          {!Other && <Pills view={view} scroller={scroller} unseen={unseen} toEnd={scrollToEnd} />}
        </div>
        {view.inspector && !isDrawn && <aside className={inspectorStyles.inspector} aria-label="Inspector" />}
        {view.inspector && isDrawn && (
          <InspectorPanel
            {...{ view, pages, hovered }}
            onStep={selectStep}
            onElsewhere={openElsewhere}
            onWhy={walk.why}
            onImpact={walk.impact}
            close={walk.close}
          />
        )}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error.message}{' '}
          <button type="button" className="button" onClick={() => data.refresh(null)}>
            Try again
          </button>
        </p>
      )}
      {isDrawn ? <Scrubber view={view} change={change} /> : <footer className={styles.foot} />}
    </div>
  );
});

/** Adopts new steps during rendering, so that the old ones are not drawn first. */
function withStepsOnce(state: ViewState, steps: Steps, setState: (view: ViewState) => void): ViewState {
  if (state.steps === steps) return state;
  const next = withSteps(state, steps);
  setState(next);
  return next;
}

/**
 * True after the first paint. The list is rendered first and the rest in the next task; together they would block the
 * page for longer than a frame.
 */
function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setDrawn(true));
    return () => clearTimeout(soon);
  }, []);
  return isDrawn;
}

/** Opens a step of another session: of a sub-agent in this list, of any other on its own page. */
function useElsewhere(data: SessionData, steps: Steps, onStep: (step: number) => void): (step: StepReference) => void {
  const waiting = useRef<StepReference | null>(null);
  useEffect(() => {
    const step = waiting.current && findStep(steps, waiting.current);
    if (step === null) return;
    waiting.current = null;
    onStep(step);
  }, [steps, onStep]);
  return useCallback(
    (named: StepReference) => {
      const isInside = steps.bands.some(
        ({ child }) => child.session === named.session && child.relation === 'subagent',
      );
      if (!isInside) return navigate(linkToSession(named.session, { at: named.id }));
      waiting.current = named;
      data.open(named.session);
    },
    [data, steps],
  );
}
