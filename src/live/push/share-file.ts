import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { gitRootOf } from '../../ingest/find/git-root.ts';
import { isObject } from '../../platform/parse-records.ts';
import { isVisibility, type Visibility } from './share-rules.ts';

/** The file in a repository that says whether its sessions are sent. */
export const shareFile = '.stemma.json';

/** What the file nearest to a folder says, up to the top of its repository; undefined without one. */
export function shareFileOf(cwd: string): Visibility | undefined {
  if (!isAbsolute(cwd)) return undefined;
  const top = gitRootOf(cwd) ?? cwd;
  for (let at = cwd; ; at = dirname(at)) {
    const found = shareIn(join(at, shareFile));
    if (found !== undefined) return found;
    if (at === top || dirname(at) === at) return undefined;
  }
}

/** A file that cannot be understood was written by somebody who wanted to say something: nothing is sent. */
function shareIn(path: string): Visibility | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? undefined : 'none';
  }
  try {
    const value: unknown = JSON.parse(text);
    const share = isObject(value) ? value['share'] : undefined;
    if (share === undefined && isObject(value)) return undefined;
    return isVisibility(share) ? share : 'none';
  } catch {
    return 'none';
  }
}
