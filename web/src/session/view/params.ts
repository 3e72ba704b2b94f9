import {
  allTurns,
  defaultMinConfidence,
  lowestMinConfidence,
  highestMinConfidence,
  type ViewOptions,
  type ViewState,
} from './view-state.ts';
import type { Steps } from '../data/steps.ts';
import { sessionViews } from '../views.tsx';
import { isEmptyFind, type Find } from './find.ts';

/** The view options in the URL. The selected step is resolved from its id (`at`). */
export function viewOptionsIn(params: URLSearchParams, steps: Steps): Partial<ViewOptions> {
  const show = params.get('show');
  const view = params.get('view');
  const folds = (params.get('fold') ?? '').split(',');
  const confidence = Number(params.get('conf') ?? defaultMinConfidence);
  return {
    show: show === 'why' || show === 'impact' ? show : 'all',
    minConfidence: Number.isFinite(confidence)
      ? Math.max(lowestMinConfidence, Math.min(highestMinConfidence, Math.round(confidence / 5) * 5))
      : defaultMinConfidence,
    foldRest: folds.includes('rest'),
    foldReads: folds.includes('reads'),
    foldNotes: !folds.includes('no-notes'),
    showReplies: params.has('replies'),
    ...(folds.includes('turns') && { closed: allTurns(steps) }),
    view: sessionViews.find(({ name }) => name === view)?.name ?? 'steps',
    treeBy: params.get('by') === 'cause' ? 'cause' : 'turn',
    inspector: params.has('insp') ? params.get('insp') === '1' : matchMedia('(min-width: 900px)').matches,
    find: findIn(params),
    onlyMatches: params.has('only'),
    follow: params.has('follow'),
    // A link to a step is about the step.
    digest: params.has('digest') ? params.get('digest') === '1' : !params.has('at'),
    replay: params.has('replay') ? 'paused' : 'off',
  };
}

/** The URL parameters of a view; null where the default applies. */
export function paramsOf(
  view: ViewState,
  at: string | null,
  opened: readonly string[],
): Readonly<Record<string, string | null>> {
  const { show, minConfidence, foldRest, foldReads, closed, steps, replay, inspector } = view;
  const folds = [
    foldRest && 'rest',
    foldReads && 'reads',
    !view.foldNotes && 'no-notes',
    closed.size > 0 && closed.size >= steps.turnStart.length && 'turns',
  ].filter(Boolean);
  const isWide = matchMedia('(min-width: 900px)').matches;
  return {
    at,
    show: show === 'all' ? null : show,
    conf: minConfidence === defaultMinConfidence ? null : String(minConfidence),
    fold: folds.join(',') || null,
    view: view.view === 'steps' ? null : view.view,
    replies: view.showReplies ? '1' : null,
    by: view.treeBy === 'turn' ? null : view.treeBy,
    insp: inspector === isWide ? null : inspector ? '1' : '0',
    q: view.find?.text || null,
    tool: view.find?.tool || null,
    failed: view.find?.failed ? '1' : null,
    turn: view.find?.turn?.toString() ?? null,
    follow: view.follow ? '1' : null,
    only: view.find && view.onlyMatches ? '1' : null,
    digest: view.digest === (at === null) ? null : view.digest ? '1' : '0',
    replay: replay === 'off' ? null : '1',
    open: opened.map((uid) => uid.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',') || null,
  };
}

function findIn(params: URLSearchParams): Find | null {
  const turn = Number(params.get('turn') ?? 0);
  const find = {
    text: params.get('q') ?? '',
    tool: params.get('tool') ?? '',
    failed: params.has('failed'),
    turn: Number.isInteger(turn) && turn > 0 ? turn : null,
  };
  return isEmptyFind(find) ? null : find;
}

/** Sub-agents that are open according to the URL. */
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
