import { StemmaError } from '../../model/stemma-error.ts';
import type { App } from '../app.ts';
import { nearest } from '../../platform/nearest.ts';

/** The source people mean by its name or by its flavor: `claude` is claude-code. */
export async function sourceName(app: App, typed: string): Promise<string> {
  const sources = await app.sources();
  const found = sources.find(({ name, flavor }) => name === typed || flavor === typed);
  if (found) return found.name;
  const meant = nearest(
    typed,
    sources.map(({ name }) => name),
  );
  throw new StemmaError(
    'bad-argument',
    `stemma does not know an agent "${typed}"${meant ? `; did you mean ${meant}?` : '.'}`,
    {
      hint: `It knows ${sources.map(({ name }) => name).join(', ')}.`,
    },
  );
}
