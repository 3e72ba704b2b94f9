import { StemmaError } from '../model/stemma-error.ts';

/** Names of workspaces and users become parts of paths and of log lines. */
export function checkName(name: string, what: 'workspace' | 'user'): string {
  if (/^[a-z0-9][a-z0-9._-]{0,39}$/.test(name)) return name;
  throw new StemmaError('bad-argument', `"${name.slice(0, 60)}" cannot be the name of a ${what}.`, {
    hint: 'Use up to 40 small letters, digits, dots, dashes or underscores, beginning with a letter or digit.',
  });
}
