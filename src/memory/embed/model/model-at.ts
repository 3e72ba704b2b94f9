import { installedModel } from './installed.ts';
import type { SentenceModel } from './sentence-model.ts';

/** The model that was added to this home, loaded with the first text; undefined when none was added. */
export function modelAt(home: string): SentenceModel | undefined {
  const installed = installedModel(home);
  if (!installed) return undefined;
  const { id, title, dimensions } = installed;
  return {
    id,
    title,
    dimensions,
    embed: async (texts) => (await import('./sentence-model.ts')).sentenceModel(installed).embed(texts),
  };
}
