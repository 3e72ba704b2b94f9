import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { StepAnswer } from '../../../../src/types.ts';
import { get, segment } from '../../api.ts';
import { setParams, currentRoute, navigate, linkToSession, useRoute } from '../../router.ts';
import type { SessionData } from '../data/session-data.ts';
import { findStep, type Steps } from '../data/steps.ts';
import { paramsOf } from './params.ts';
import type { ViewState } from './view-state.ts';

const restMs = 150;

/** Keeps the URL and the selected step in sync. */
export function useUrlState(data: SessionData, view: ViewState, onStep: (step: number) => void): void {
  const { params } = useRoute();
  const { steps } = view;
  const at = params.get('at');
  const linked = useLinkedStep(data, steps, onStep);
  const { isKnown, know, follow } = linked;

  useEffect(() => {
    if (at === null || isKnown(at)) return;
    const controller = new AbortController();
    follow(at, controller.signal);
    return () => controller.abort();
  }, [at, isKnown, follow]);

  const { pages } = data;
  const version = useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => {
    const write = setTimeout(() => {
      const { selected } = view;
      const row = selected < 0 ? undefined : pages.row(steps.parts[steps.part[selected]!]!, steps.own[selected]!);
      const { params: now } = currentRoute();
      const old = now.get('at');
      // The id of the selected step, or the step named in the URL, is still loading.
      if ((selected >= 0 && !row) || (old !== null && !isKnown(old))) return;
      const next = paramsOf(view, row?.id ?? null, data.opened());
      if (row) know(row.id);
      if (Object.entries(next).some(([name, value]) => now.get(name) !== value)) setParams(next);
    }, restMs);
    return () => clearTimeout(write);
  }, [view, steps, pages, version, data, isKnown, know]);
}

/** Resolves the step id of the URL. */
function useLinkedStep(data: SessionData, steps: Steps, onStep: (step: number) => void) {
  const known = useRef<string | null>(null);
  const waiting = useRef<{
    readonly session: StepAnswer['session']['uid'];
    readonly seq: number;
    readonly id: string;
  } | null>(null);
  const latest = useRef(steps);
  const look = useCallback(() => {
    if (!waiting.current) return;
    const step = findStep(latest.current, waiting.current);
    const { session, id } = waiting.current;
    // In a sub-agent that is not open: open it and look again.
    if (step === null && !data.opened().includes(session)) return data.open(session);
    waiting.current = null;
    if (step === null) navigate(linkToSession(session, { at: id }));
    else onStep(step);
  }, [data, onStep]);
  useEffect(() => {
    latest.current = steps;
    look();
  }, [steps, look]);
  return {
    isKnown: useCallback((id: string) => id === known.current && waiting.current === null, []),
    know: useCallback((id: string) => {
      known.current = id;
    }, []),
    follow: useCallback(
      (id: string, signal: AbortSignal) => {
        get<StepAnswer>(`/steps/${segment(id)}`, {}, signal).then(
          ({ session, step }) => {
            known.current = id;
            waiting.current = { session: session.uid, seq: step.seq, id };
            look();
          },
          () => {
            // The step is not in this archive: show the session from its start.
            if (!signal.aborted) known.current = id;
          },
        );
      },
      [look],
    ),
  };
}
