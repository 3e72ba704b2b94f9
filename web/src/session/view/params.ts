import { allTurns, leastConfidence, mostConfidence, type Choices, type ViewState } from './view-state.ts';
import type { Steps } from '../data/weave.ts';

/** The choices that stand in the address; that of the step is found out from its id (at). */
export function choicesOf(params: URLSearchParams, steps: Steps): Partial<Choices> {
  const show = params.get('show');
  const view = params.get('view');
  const folds = (params.get('fold') ?? '').split(',');
  const confidence = Number(params.get('conf') ?? leastConfidence);
  return {
    show: show === 'why' || show === 'impact' ? show : 'all',
    least: Number.isFinite(confidence)
      ? Math.max(leastConfidence, Math.min(mostConfidence, Math.round(confidence / 5) * 5))
      : leastConfidence,
    foldRest: folds.includes('rest'),
    foldReads: folds.includes('reads'),
    ...(folds.includes('turns') && { closed: allTurns(steps) }),
    view: view === 'tree' || view === 'graph' ? view : 'steps',
    inspector: params.has('insp') ? params.get('insp') === '1' : matchMedia('(min-width: 900px)').matches,
    replay: params.has('replay') ? 'paused' : 'off',
  };
}

/** What of the choices stands in the address; null where nothing need be said. */
export function paramsOf(
  view: ViewState,
  at: string | null,
  opened: readonly string[],
): Readonly<Record<string, string | null>> {
  const { show, least, foldRest, foldReads, closed, steps, replay, inspector } = view;
  const folds = [
    foldRest && 'rest',
    foldReads && 'reads',
    closed.size > 0 && closed.size >= steps.turnStart.length && 'turns',
  ].filter(Boolean);
  const isWide = matchMedia('(min-width: 900px)').matches;
  return {
    at,
    show: show === 'all' ? null : show,
    conf: least === leastConfidence ? null : String(least),
    fold: folds.join(',') || null,
    view: view.view === 'steps' ? null : view.view,
    insp: inspector === isWide ? null : inspector ? '1' : '0',
    replay: replay === 'off' ? null : '1',
    open: opened.map((uid) => uid.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',') || null,
  };
}

/** Sub-agents that the address says are open. */
export function openedIn(params: URLSearchParams): readonly string[] {
  return (params.get('open') ?? '')
    .split(',')
    .filter(Boolean)
    .flatMap((uid) => {
      try {
        return decodeURIComponent(uid);
      } catch {
        return [];
      }
    });
}
