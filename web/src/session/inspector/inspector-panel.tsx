import { useEffect, useState, useSyncExternalStore } from 'react';
import type { EventId } from '../../../../src/types.ts';
import type { RowPages } from '../data/row-pages.ts';
import type { Hovered } from '../view/hovered.ts';
import type { ViewState } from '../view/view-state.ts';
import { Inspector, type InspectorProps } from './inspector.tsx';
import { SessionPanel } from './session-panel.tsx';
import { useDebouncedStep } from './use-debounced-step.ts';

type Props = Pick<InspectorProps, 'onStep' | 'onElsewhere' | 'onWhy' | 'onImpact' | 'close'> & {
  readonly view: ViewState;
  readonly pages: RowPages;
  readonly hovered: Hovered;
};

/** Shows the selected step; while a key is held, only the last one. */
export function InspectorPanel({ view: { steps, selected, minConfidence }, pages, hovered, ...acts }: Props) {
  const step = Math.min(useDebouncedStep(selected), steps.count - 1);
  useSyncExternalStore(pages.subscribe, pages.version);
  const part = steps.parts[steps.part[step] ?? 0]!;
  const row = step < 0 ? undefined : pages.row(part, steps.own[step]!);
  useEffect(() => {
    if (step >= 0 && !row) pages.request([[part, steps.own[step]!]]);
  }, [step, row, pages, part, steps]);
  const previous = usePrevious(row?.id ?? null);
  if (step < 0) return <SessionPanel {...{ steps, pages, hovered }} onStep={acts.onStep} close={acts.close} />;
  return (
    <Inspector
      {...{ steps, step, minConfidence, previous, pages, hovered }}
      {...acts}
      id={row?.id ?? null}
      summary={row?.summary}
    />
  );
}

/** The last other id. */
function usePrevious(id: EventId | null): EventId | null {
  const [last, setLast] = useState<{ readonly now: EventId | null; readonly before: EventId | null }>({
    now: id,
    before: null,
  });
  if (id === null || id === last.now) return last.before;
  setLast({ now: id, before: last.now });
  return last.now;
}
