import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { added, removed } from '../../../live/install/json/edit-jsonc.ts';
import { memberOf, type ObjectNode, parseJsonc } from '../../../live/install/json/parse-jsonc.ts';
import { shareFile, shareFileOf } from '../../../live/push/share-file.ts';
import {
  isVisibility,
  type Shared,
  sharedAs,
  type ShareRules,
  type Visibility,
} from '../../../live/push/share-rules.ts';
import { replaceFile } from '../../../live/replace-file.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Run } from '../../run.ts';
import { plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';

interface SharedRepo {
  readonly repo: string;
  readonly sessions: number;
  readonly shared: Visibility;
  readonly by: Shared['by'];
}

/** Lists what is shared, or changes it. */
export async function shareRun(run: Run, repo: string | undefined, who: string | undefined): Promise<void> {
  if (repo === undefined) return await list(run, run.settings.share);
  if (!isVisibility(who))
    throw new StemmaError('bad-argument', `share needs to know who may see ${repo}.`, {
      hint: `Such as \`stemma share ${repo} team\`, \`mine\` or \`none\`.`,
    });
  const before = run.settings.share;
  const named = before === 'all' ? { '*': 'team' as const } : before === 'none' || before === undefined ? {} : before;
  const rules: ShareRules = { ...named, [repo]: who };
  writeShare(run.settings.base, rules);
  await run.answer({ share: rules }, () => `${oneLine(repo)}: ${says[who]}\n`);
  if (who === 'none') run.say('What was sent already stays on the server; `stemma forget` removes it there too.');
}

const says: Readonly<Record<Visibility, string>> = {
  team: 'shared with the team',
  mine: 'sent to your own space of the server; nobody else sees it',
  none: 'not sent',
};

async function list(run: Run, rules: ShareRules | undefined): Promise<void> {
  await using store = await run.openArchive();
  const repos: SharedRepo[] = [];
  for (const { key, sessions } of await store.read.work({}, 'repo')) {
    if (key === null || key === '') continue;
    const [newest] = (await store.read.sessions({ repo: key }, { limit: 1, offset: 0 })).sessions;
    const cwd = newest?.cwd ?? null;
    const { as, by } = sharedAs(rules, { repo: key, cwd }, cwd === null ? undefined : shareFileOf(cwd));
    repos.push({ repo: key, sessions, shared: as, by });
  }
  repos.sort((a, b) => b.sessions - a.sessions);
  await run.answer({ share: rules ?? null, repositories: repos }, () =>
    repos.length === 0
      ? 'no repositories in the archive\n'
      : repos
          .map(
            ({ repo, sessions, shared, by }) =>
              `${shared.padEnd(5)} ${oneLine(repo)}  ${plural(sessions, 'session')}  ${reasons[by]}\n`,
          )
          .join(''),
  );
}

const reasons: Readonly<Record<Shared['by'], string>> = {
  config: '(config.json)',
  file: `(${shareFile} in the repository)`,
  default: '(nothing says otherwise)',
};

/** Everything else in config.json stays as it is, byte for byte. */
function writeShare(home: string, rules: ShareRules): void {
  const path = join(home, 'config.json');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  let text = '{\n}\n';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const root = parseJsonc(text) as ObjectNode;
  const member = memberOf(root, 'share');
  const without = member ? removed(text, root, member) : text;
  replaceFile(path, Buffer.from(added(without, parseJsonc(without) as ObjectNode, rules, 'share')));
}
