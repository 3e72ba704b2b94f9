import { join, resolve } from 'node:path';

/** Where stemma keeps its state on a machine: `STEMMA_HOME`, else `~/.stemma`. */
export function stemmaHome({
  home,
  env,
}: {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): string {
  return resolve(env['STEMMA_HOME'] || join(home, '.stemma'));
}
