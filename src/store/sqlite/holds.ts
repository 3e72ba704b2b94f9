import type { Holds } from '../queries/holds-text.ts';

export const holds: Holds = (text) => `instr(lower(${text}), ?) > 0`;
