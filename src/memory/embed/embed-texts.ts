import type { Endpoint } from './endpoint.ts';
import { modelAt } from './model/model-at.ts';

/**
 * Vectors of many texts: from the endpoint if one is configured, else from the model that was added to stemma's home,
 * else from the table. Whatever is needed is loaded only now.
 */
export async function embedTexts(
  texts: readonly string[],
  { endpoint, home }: { readonly endpoint?: Endpoint | undefined; readonly home: string },
): Promise<readonly Float32Array[]> {
  if (endpoint) return (await import('./endpoint.ts')).embedAt(endpoint, texts);
  const model = modelAt(home);
  if (model) return await model.embed(texts);
  const { embed } = await import('./embed.ts');
  return texts.map(embed);
}
