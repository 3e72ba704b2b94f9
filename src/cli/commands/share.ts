import { defineCommand } from '../line/command.ts';
import { visibilities } from '../../live/push/share-rules.ts';

export const shareCommand = defineCommand({
  details:
    'Without arguments it lists the repositories in the archive and who will see their sessions after a push: `team`, ' +
    '`mine` (only you, in your own space of the server) or `none`. With a name it changes that, in `share` of ' +
    'config.json; `*` stands for all repositories without a rule. A file .stemma.json in a repository, such as ' +
    '{"share": "none"}, decides for everybody who works there, unless you named the repository yourself; a refusal always ' +
    'holds. What was sent already stays until it is forgotten.',
  positionals: [
    { name: 'repo', summary: 'A repository by name, a folder, a pattern, or *', optional: true },
    { name: 'who', summary: 'team, mine or none', optional: true, choices: visibilities },
  ],
  flags: {},
  examples: [
    { line: 'stemma share', says: 'what is shared, and why' },
    { line: 'stemma share shop team', says: 'share one repository with the team' },
    { line: "stemma share '*' mine", says: 'everything else for yourself only' },
  ],
  async run(run, { args: [repo, who] }) {
    await (await import('../runs/push/share-run.ts')).shareRun(run, repo, who);
  },
});
