import { defineCommand } from '../line/command.ts';
import { renderCompletion, shells } from '../line/completion.ts';
import type { Shell } from '../line/completion.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { nearest } from '../../platform/nearest.ts';
import { loadGroups } from './table.ts';

export const completionCommand = defineCommand({
  positionals: [{ name: 'shell', summary: `One of ${shells.join(', ')}`, choices: shells }],
  flags: {},
  examples: [
    { line: 'stemma completion bash > ~/.local/share/bash-completion/completions/stemma', says: 'for bash' },
    { line: 'stemma completion zsh > "${fpath[1]}/_stemma"', says: 'for zsh' },
    { line: 'stemma completion fish > ~/.config/fish/completions/stemma.fish', says: 'for fish' },
  ],
  async run(run, { args: [shell = ''] }) {
    if (!isShell(shell)) {
      const meant = nearest(shell, shells);
      throw new StemmaError(
        'bad-argument',
        `There is no completion for "${shell}"${meant ? `; did you mean ${meant}?` : '.'}`,
        { hint: `There is one for ${shells.join(', ')}.` },
      );
    }
    const script = renderCompletion(
      shell,
      await loadGroups(),
      (await run.app.sources()).map(({ name }) => name),
    );
    await run.answer({ shell, script }, () => script);
  },
});

function isShell(text: string): text is Shell {
  return shells.includes(text as Shell);
}
