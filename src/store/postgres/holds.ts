import type { Holds } from '../holds-text.ts';

export const holds: Holds = (text) => `strpos(lower((${text}) collate "C"), ?) > 0`;
