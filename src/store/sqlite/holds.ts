import type { Holds } from '../holds-text.ts';

export const holds: Holds = (text) => `instr(lower(${text}), ?) > 0`;
