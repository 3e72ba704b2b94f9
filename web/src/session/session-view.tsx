import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionUid } from '../../../src/types.ts';
import { go, linkToSession } from '../place.ts';
import type { Extra } from './data/rows-of.ts';
import type { SessionData } from './data/session-data.ts';
import { placeOfStep, type Steps } from './data/weave.ts';
import { GraphView } from './graph/graph-view.tsx';
import { SessionHead } from './head/session-head.tsx';
import { Toolbar, type Change } from './head/toolbar.tsx';
import type { StepNamed } from './inspector/cause-list.tsx';
import { Inspecting } from './inspector/inspecting.tsx';
import inspectorStyles from './inspector/inspector.module.css';
import { Pills } from './list/pills.tsx';
import { Rail } from './list/rail.tsx';
import { StepList } from './list/step-list.tsx';
import { rowHeight } from './list/use-window.ts';
import { Scrubber } from './replay/scrubber.tsx';
import styles from './session-view.module.css';
import { choicesOf } from './view/params.ts';
import { choose, nextFailure, setInspector, setView, showSlice, toEnd, toggleRest, toggleTurn } from './view/moves.ts';
import { changed, firstView, withSteps, type ViewState } from './view/view-state.ts';
import { currentPlace } from '../place.ts';
import { Hovered } from './view/hovered.ts';
import { useAddress } from './view/use-address.ts';
import { useIsNarrow } from './view/use-is-narrow.ts';
import { useSeen } from './view/use-seen.ts';
import { useSessionKeys } from './view/use-session-keys.ts';

/** A session whose steps are here. */
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
  const [state, setState] = useState<ViewState>(() => firstView(steps, choicesOf(currentPlace().params, steps)));
  const view = withStepsOnce(state, steps, setState);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const hovered = useMemo(() => new Hovered(), []);
  const isNarrow = useIsNarrow();
  const change: Change = setState;

  const chooseAndInspect = useCallback((step: number) => setState((was) => setInspector(choose(was, step), true)), []);
  const chooseStep = useCallback((step: number) => setState((was) => choose(was, step)), []);
  const openElsewhere = useElsewhere(data, steps, chooseStep);
  const toggleBand = useCallback(
    (extra: Extra & { is: 'band' }) => {
      const { child, open } = extra.band;
      if (child.relation !== 'subagent') go(linkToSession(child.session));
      else if (open) data.close(child.session);
      else data.open(child.session);
    },
    [data],
  );
  const openExtra = useCallback(
    (extra: Extra): void => {
      if (extra.is === 'band') toggleBand(extra);
      else if (extra.is === 'gap') setState(toggleRest);
      else setState((was) => changed(was, { openReads: new Set([...was.openReads, extra.from]) }));
    },
    [toggleBand],
  );
  const inTree = useCallback((step: number) => {
    setState((was) => {
      const turn = was.steps.turn[step]!;
      const isTurn = was.view === 'tree' && was.steps.turnStart[turn] === step;
      return isTurn ? toggleTurn(choose(was, step), turn) : setInspector(choose(was, step), true);
    });
  }, []);
  const walk = useMemo(
    () => ({
      why: () => setState((was) => showSlice(was, 'why')),
      impact: () => setState((was) => showSlice(was, 'impact')),
      close: () => setState((was) => setInspector(was, false)),
      turn: (step: number) => setState((was) => setView(choose(was, step), 'steps')),
      failures: () => setState((was) => setInspector(nextFailure(was, 1), true)),
    }),
    [],
  );

  useAddress(data, view, chooseStep);
  useSessionKeys(view, change, data);
  const { firstNew, unseen } = useSeen(view, scroller);
  const scrollToEnd = () => {
    scroller?.scrollTo({ top: view.rows.rows.length * rowHeight });
    setState((was) => (was.chosen >= 0 && was.replay === 'off' ? toEnd(was, 'last') : was));
  };
  const isGraph = view.view === 'graph';
  const isDrawn = useIsDrawn();
  return (
    <div className={styles.session}>
      <SessionHead session={steps.parts[0]!.session} steps={steps} onFailures={walk.failures}>
        <Toolbar view={view} change={change} />
      </SessionHead>
      <div className={styles.work} data-inspector={view.inspector || undefined}>
        <div
          className={styles.list}
          data-view={view.view}
          style={{ '--gutter': `${isNarrow ? 58 : 104}px` } as React.CSSProperties}
        >
          {isGraph ? (
            <GraphView view={view} pages={pages} hovered={hovered} onStep={chooseAndInspect} onTurn={walk.turn} />
          ) : (
            <StepList
              {...{ view, pages, opening, firstNew, hovered, scroller, setScroller }}
              gutterWidth={isNarrow ? 58 : 104}
              onStep={view.view === 'tree' ? inTree : chooseAndInspect}
              onExtra={openExtra}
            />
          )}
          {!isGraph && <Rail view={view} scroller={scroller} />}
          {!isGraph && <Pills view={view} scroller={scroller} unseen={unseen} toEnd={scrollToEnd} />}
        </div>
        {view.inspector && !isDrawn && <aside className={inspectorStyles.inspector} aria-label="Inspector" />}
        {view.inspector && isDrawn && (
          <Inspecting
            {...{ view, pages, hovered }}
            onStep={chooseStep}
            onElsewhere={openElsewhere}
            onWhy={walk.why}
            onImpact={walk.impact}
            close={walk.close}
          />
        )}
      </div>
      {error && (
        <p className={styles.trouble} role="alert">
          {error.message}{' '}
          <button type="button" className="button" onClick={() => data.hear(null)}>
            Try again
          </button>
        </p>
      )}
      {isDrawn ? <Scrubber view={view} change={change} /> : <footer className={styles.foot} />}
    </div>
  );
});

/** The state for steps that have just come, without drawing the old ones first. */
function withStepsOnce(state: ViewState, steps: Steps, setState: (view: ViewState) => void): ViewState {
  if (state.steps === steps) return state;
  const next = withSteps(state, steps);
  setState(next);
  return next;
}

/**
 * The list comes first, and what is around it in the next task: together they would hold up the page for longer than
 * a frame.
 */
function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const soon = setTimeout(() => setDrawn(true));
    return () => clearTimeout(soon);
  }, []);
  return isDrawn;
}

/** A step of another session: of a sub-agent it is shown here, of any other on that one's page. */
function useElsewhere(data: SessionData, steps: Steps, onStep: (step: number) => void): (step: StepNamed) => void {
  const waiting = useRef<StepNamed | null>(null);
  useEffect(() => {
    const step = waiting.current && placeOfStep(steps, waiting.current);
    if (step === null) return;
    waiting.current = null;
    onStep(step);
  }, [steps, onStep]);
  return useCallback(
    (named: StepNamed) => {
      const isInside = steps.bands.some(
        ({ child }) => child.session === named.session && child.relation === 'subagent',
      );
      if (!isInside) return go(linkToSession(named.session, { at: named.id }));
      waiting.current = named;
      data.open(named.session);
    },
    [data, steps],
  );
}
