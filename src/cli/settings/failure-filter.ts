import type { ErrorKind } from '../../model/words.ts';
import type { ChainFilter } from '../../store/store.ts';
import { repoNamed } from './repo-named.ts';
import type { Run } from '../run.ts';
import { sourceName } from './source-name.ts';

interface Flags {
  readonly agent: string | undefined;
  readonly repo: string | undefined;
  readonly since: number | undefined;
  readonly kind?: ErrorKind | undefined;
}

/** Which failures are meant, by the flags that `errors`, `similar`, `patterns` and `unresolved` share. */
export async function failureFilter(
  { app }: Run,
  { agent, repo, since, kind }: Flags,
): Promise<Pick<ChainFilter, 'source' | 'repo' | 'since' | 'kinds'>> {
  return {
    ...(agent === undefined ? {} : { source: await sourceName(app, agent) }),
    ...(repo === undefined ? {} : { repo: repoNamed(repo) }),
    ...(since === undefined ? {} : { since }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
  };
}
