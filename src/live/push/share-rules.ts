import { isObject } from '../../platform/parse-records.ts';
import { matchesGlob } from '../../platform/files/matches-glob.ts';

/** Who sees what is sent of a repository: everybody in the workspace, only its sender, or it is not sent. */
export const visibilities = ['team', 'mine', 'none'] as const;
export type Visibility = (typeof visibilities)[number];

/** `share` in config.json: one word for everything, or a word for each repository; `*` is for all others. */
export type ShareRules = 'all' | 'none' | Readonly<Record<string, Visibility>>;

export interface Shared {
  readonly as: Visibility;
  /** What decided it. */
  readonly by: 'config' | 'file' | 'default';
}

export function isShareRules(value: unknown): value is ShareRules {
  return value === 'all' || value === 'none' || (isObject(value) && Object.values(value).every(isVisibility));
}

export function isVisibility(value: unknown): value is Visibility {
  return (visibilities as readonly unknown[]).includes(value);
}

interface Place {
  readonly repo: string | null;
  readonly cwd: string | null;
}

/**
 * Whether sessions of a place are sent. Nobody can be made to send: a repository's own file may always refuse, and so
 * may the person's configuration.
 */
export function sharedAs(rules: ShareRules | undefined, place: Place, inFile: Visibility | undefined): Shared {
  if (rules === 'none') return { as: 'none', by: 'config' };
  if (inFile === 'none') return { as: 'none', by: 'file' };
  const named = typeof rules === 'object' ? namedIn(rules, place) : undefined;
  if (named !== undefined) return { as: named, by: 'config' };
  if (inFile !== undefined) return { as: inFile, by: 'file' };
  if (rules === 'all') return { as: 'team', by: 'config' };
  const others = rules?.['*'];
  return others === undefined ? { as: 'none', by: 'default' } : { as: others, by: 'config' };
}

/** By name, else by path or pattern; of several the most reserved one counts. */
function namedIn(rules: Readonly<Record<string, Visibility>>, { repo, cwd }: Place): Visibility | undefined {
  const fitting = Object.entries(rules).flatMap(([name, as]) =>
    name !== '*' && (name === repo || (cwd !== null && isBelow(cwd, name))) ? [as] : [],
  );
  return visibilities.findLast((as) => fitting.includes(as));
}

function isBelow(cwd: string, pattern: string): boolean {
  return cwd === pattern || cwd.startsWith(`${pattern.replace(/[/\\]$/, '')}/`) || matchesGlob(cwd, pattern);
}
