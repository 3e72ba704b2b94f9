import type { ViewState } from './view-state.ts';

/** Changes the state of the view by an action. */
export type Change = (move: (view: ViewState) => ViewState) => void;
