/** What cost can be grouped by. Turns and steps are those of one session. */
export const costGroups = [
  'session',
  'model',
  'repo',
  'agent',
  'day',
  'week',
  'month',
  'block',
  'turn',
  'step',
] as const;
export type CostBy = (typeof costGroups)[number];
