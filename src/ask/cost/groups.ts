/** What cost can be grouped by. */
export const costGroups = ['session', 'model', 'repo', 'agent', 'day', 'week'] as const;
export type CostBy = (typeof costGroups)[number];
