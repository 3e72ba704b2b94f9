import { lazy, type ComponentType } from 'react';
import type { SessionData } from './data/session-data.ts';
import { GraphPanel } from './graph/graph-panel.tsx';
import type { Change } from './view/change.ts';
import type { Hovered } from './view/hovered.ts';
import type { ViewState } from './view/view-state.ts';

/** What a view of a session is given. It fills the space left of the inspector and scrolls by itself. */
export interface SessionViewProps {
  readonly view: ViewState;
  readonly data: SessionData;
  readonly hovered: Hovered;
  readonly change: Change;
  /** Selects a step and opens the inspector. */
  readonly onStep: (step: number) => void;
}

/** One of the ways to look at a session. */
interface SessionViewEntry {
  /** Its name in the URL. */
  readonly name: string;
  /** Its name in the toolbar. */
  readonly label: string;
  /** The key that shows it. */
  readonly key: string;
  /** Drawn instead of the list of steps. Load it with `lazy` unless it is small. */
  readonly component?: ComponentType<SessionViewProps>;
  /** Why, Impact and the minimum confidence change it. True for the list of steps. */
  readonly hasSlices?: boolean;
}

const FilesView = lazy(async () => ({ default: (await import('./files/files-view.tsx')).FilesView }));
const TimeView = lazy(async () => ({ default: (await import('./time/time-view.tsx')).TimeView }));

const ReadingView = lazy(async () => ({ default: (await import('./reading/reading-view.tsx')).ReadingView }));

/** The views of a session in the order of the toolbar. A new one is one line here. */
export const sessionViews: readonly SessionViewEntry[] = [
  { name: 'steps', label: 'Steps', key: '1' },
  { name: 'tree', label: 'Tree', key: '2' },
  { name: 'graph', label: 'Graph', key: '3', component: GraphPanel, hasSlices: true },
  { name: 'read', label: 'Read', key: '6', component: ReadingView },
  { name: 'files', label: 'Files', key: '4', component: FilesView },
  { name: 'time', label: 'Time', key: '5', component: TimeView },
];
