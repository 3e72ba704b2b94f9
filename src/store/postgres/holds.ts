import type { Holds } from '../queries/holds-text.ts';

export const holds: Holds = (text) => `strpos(lower((${text}) collate "C"), ?) > 0`;
