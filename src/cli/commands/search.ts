import { findSession } from '../../ask/find/find-session.ts';
import { search } from '../../ask/search/search.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { acts, kinds } from '../../model/words.ts';
import { defineCommand } from '../line/command.ts';
import { renderSearch } from '../render/history/search.ts';
import { repoNamed } from '../settings/repo-named.ts';
import { sourceName } from '../settings/source-name.ts';
import { limitFlag, sinceFlag } from './shared.ts';

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Find events by their words',
  details:
    'Looks in prompts, answers, commands, paths and errors of every session, for events that have all the words.',
  positionals: [{ name: 'text', summary: 'Words to find', many: true }],
  flags: {
    agent: {
      type: 'text',
      placeholder: 'NAME',
      completes: 'agents',
      summary: 'Only of this agent, such as claude-code or codex',
    },
    repo: { type: 'text', placeholder: 'REPO', summary: 'Only of this repository, by name or by path' },
    session: { type: 'text', placeholder: 'SESSION', summary: 'Only in this session' },
    kind: { type: 'choice', placeholder: 'KIND', summary: 'Only events of this kind', choices: kinds },
    act: { type: 'choice', placeholder: 'ACT', summary: 'Only calls that did this', choices: acts },
    since: sinceFlag,
    failed: { type: 'flag', summary: 'Only what failed' },
    limit: limitFlag('At most this many hits (20)'),
  },
  examples: [
    { line: 'stemma search cannot find module', says: 'every event with these words' },
    { line: 'stemma search migration --act edit --since 30d', says: 'edits of the last month' },
    { line: 'stemma search timeout --failed --agent codex', says: "Codex's failures" },
  ],
  async run(run, { args, flags }) {
    const text = args.join(' ');
    if (!/[\p{L}\p{N}]/u.test(text))
      throw new StemmaError('bad-argument', `There is no word in "${text}" to search for.`, {
        hint: 'Search looks for words; signs between them do not count.',
      });
    await using store = await run.openArchive();
    const answer = await search(
      store.read,
      {
        text,
        limit: flags.limit ?? 20,
        ...(flags.agent ? { source: await sourceName(run.app, flags.agent) } : {}),
        ...(flags.repo ? { repo: repoNamed(flags.repo) } : {}),
        ...(flags.session ? { session: (await findSession(store.read, flags.session)).uid } : {}),
        ...(flags.kind ? { kind: flags.kind } : {}),
        ...(flags.act ? { act: flags.act } : {}),
        ...(flags.since === undefined ? {} : { since: flags.since }),
        ...(flags.failed ? { failed: true } : {}),
      },
      { sources: run.app.sources, raw: run.settings.raw },
    );
    await run.answer(answer, () => renderSearch(answer, text.split(/[^\p{L}\p{N}_]+/u), run));
  },
});
