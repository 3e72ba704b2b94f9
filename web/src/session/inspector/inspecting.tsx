import { useEffect, useSyncExternalStore } from 'react';
import type { RowPages } from '../data/row-pages.ts';
import type { Hovered } from '../view/hovered.ts';
import type { ViewState } from '../view/view-state.ts';
import { Inspector, type InspectorProps } from './inspector.tsx';
import { SessionPanel } from './session-panel.tsx';
import { useSettled } from './use-settled.ts';

type Props = Pick<InspectorProps, 'onStep' | 'onElsewhere' | 'onWhy' | 'onImpact' | 'close'> & {
  readonly view: ViewState;
  readonly pages: RowPages;
  readonly hovered: Hovered;
};

/** Shows the chosen step; while a key is held, the one at which it is let go. */
export function Inspecting({ view: { steps, chosen, least }, pages, hovered, ...acts }: Props) {
  const step = Math.min(useSettled(chosen), steps.count - 1);
  useSyncExternalStore(pages.subscribe, pages.version);
  const part = steps.parts[steps.part[step] ?? 0]!;
  const row = step < 0 ? undefined : pages.row(part, steps.own[step]!);
  useEffect(() => {
    if (step >= 0 && !row) pages.need([[part, steps.own[step]!]]);
  }, [step, row, pages, part, steps]);
  if (step < 0) return <SessionPanel {...{ steps, pages, hovered }} onStep={acts.onStep} close={acts.close} />;
  return (
    <Inspector {...{ steps, step, least, pages, hovered }} {...acts} id={row?.id ?? null} summary={row?.summary} />
  );
}
