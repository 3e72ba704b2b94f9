import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { StepAnswer } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { amend, currentPlace, usePlace } from '../../place.ts';
import { useAnswer } from '../../use-answer.ts';
import type { SessionData } from '../data/session-data.ts';
import { placeOfSeq } from '../data/skeleton.ts';
import { paramsOf } from './params.ts';
import type { ViewState } from './view-state.ts';

const restMs = 150;

/** The address follows what is chosen, and what is chosen follows an address that somebody came with. */
export function useAddress(data: SessionData, view: ViewState, onStep: (step: number) => void): void {
  const { pages } = data;
  const { params } = usePlace();
  const at = params.get('at');
  const written = useRef<string | null>(null);
  const [wanted, setWanted] = useState(at);
  const { answer } = useAnswer<StepAnswer>(wanted === null ? null : `/steps/${segment(wanted)}`);

  useEffect(() => {
    if (at !== null && at !== written.current) setWanted(at);
  }, [at]);

  const { steps } = view;
  useEffect(() => {
    if (wanted === null || !answer) return;
    const part = steps.parts.findIndex(({ session }) => session.uid === answer.session.uid);
    if (part < 0) {
      // Of a sub-agent that is not open: it is opened, and this is looked at again.
      data.open(answer.session.uid);
      return;
    }
    written.current = wanted;
    setWanted(null);
    onStep(steps.placeOf(part, placeOfSeq(steps.parts[part]!, answer.step.seq)));
  }, [wanted, answer, steps, data, onStep]);

  const version = useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => {
    if (wanted !== null) return;
    const write = setTimeout(() => {
      const { chosen } = view;
      const row = chosen < 0 ? undefined : pages.row(steps.parts[steps.part[chosen]!]!, steps.own[chosen]!);
      if (chosen >= 0 && !row) return;
      const next = paramsOf(view, row?.id ?? null, data.opened());
      written.current = next['at'] ?? null;
      const { params: now } = currentPlace();
      if (Object.entries(next).some(([name, value]) => now.get(name) !== value)) amend(next);
    }, restMs);
    return () => clearTimeout(write);
  }, [view, steps, pages, version, data, wanted]);
}
