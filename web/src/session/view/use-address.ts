import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { StepAnswer } from '../../../../src/types.ts';
import { get, segment } from '../../api.ts';
import { amend, currentPlace, go, linkToSession, usePlace } from '../../place.ts';
import type { SessionData } from '../data/session-data.ts';
import { placeOfStep, type Steps } from '../data/weave.ts';
import { paramsOf } from './params.ts';
import type { ViewState } from './view-state.ts';

const restMs = 150;

/** The address follows what is chosen, and what is chosen follows an address that somebody came with. */
export function useAddress(data: SessionData, view: ViewState, onStep: (step: number) => void): void {
  const { params } = usePlace();
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
      const { chosen } = view;
      const row = chosen < 0 ? undefined : pages.row(steps.parts[steps.part[chosen]!]!, steps.own[chosen]!);
      const { params: now } = currentPlace();
      const old = now.get('at');
      // Its id is on its way, or the step that the address names is.
      if ((chosen >= 0 && !row) || (old !== null && !isKnown(old))) return;
      const next = paramsOf(view, row?.id ?? null, data.opened());
      if (row) know(row.id);
      if (Object.entries(next).some(([name, value]) => now.get(name) !== value)) amend(next);
    }, restMs);
    return () => clearTimeout(write);
  }, [view, steps, pages, version, data, isKnown, know]);
}

/** Finds the step that an address names by its id. */
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
    const step = placeOfStep(latest.current, waiting.current);
    const { session, id } = waiting.current;
    // Of a sub-agent that is not open: it is opened, and this is looked at again.
    if (step === null && !data.opened().includes(session)) return data.open(session);
    waiting.current = null;
    if (step === null) go(linkToSession(session, { at: id }));
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
            // A step that is not in this archive: the session is shown from its beginning.
            if (!signal.aborted) known.current = id;
          },
        );
      },
      [look],
    ),
  };
}
