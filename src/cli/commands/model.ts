import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';

const actions = ['list', 'add', 'fill', 'remove'] as const;
type Action = (typeof actions)[number];

export const modelCommand = defineCommand({
  details:
    'stemma finds failures by meaning with a small table of its own. A real model finds more of what is said in other words: ' +
    '`add minilm` brings all-MiniLM-L6-v2 (23 MB, from its home on the hub, checked by its hash) into ~/.stemma/models and makes ' +
    'vectors of all failures. From then on `similar`, `recommend` and `embed` ask it too, on this machine and without a network; new ' +
    'failures get their vectors when they are ingested, and `fill` makes those that are missing now. --from takes it from a folder, a ' +
    'ZIP archive or jar, or an .onnx file. STEMMA_MODEL_URL names another place to download from. `remove` goes back to the table.',
  positionals: [
    { name: 'action', summary: `${actions.join(', ')} (default: list)`, optional: true, choices: actions },
    { name: 'name', summary: 'The model: minilm', optional: true, choices: ['minilm'] },
  ],
  flags: {
    from: { type: 'text', placeholder: 'PATH', summary: 'add: take it from here instead of downloading it' },
  },
  examples: [
    { line: 'stemma model', says: 'which model is used, and how far its vectors are' },
    { line: 'stemma model add minilm', says: 'download it, and make vectors of all failures' },
    { line: 'stemma model add minilm --from ~/Downloads/all-MiniLM-L6-v2', says: 'the same without a network' },
    { line: 'stemma model remove minilm', says: 'delete it; the table is used again' },
  ],
  async run(run, { args: [action = 'list', name], flags }) {
    if (!isAction(action))
      throw new StemmaError('bad-argument', `model has no action "${action}".`, {
        hint: `Actions: ${actions.join(', ')}.`,
      });
    if (flags.from !== undefined && action !== 'add')
      throw new StemmaError('bad-argument', `model ${action} does not take --from.`, {
        hint: 'It is for `stemma model add`.',
      });
    const runs = await import('../runs/model-runs.ts');
    if (action === 'add') return runs.addRun(run, name, flags.from);
    if (action === 'remove') return runs.removeRun(run, name);
    return action === 'fill' ? runs.fillRun(run) : runs.listRun(run);
  },
});

function isAction(word: string): word is Action {
  return (actions as readonly string[]).includes(word);
}
