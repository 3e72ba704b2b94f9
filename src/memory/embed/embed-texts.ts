import type { Endpoint } from './endpoint.ts';

/** Vectors of many texts: from the endpoint if one is configured, else from the table, which is loaded only now. */
export async function embedTexts(
  texts: readonly string[],
  endpoint: Endpoint | undefined,
): Promise<readonly Float32Array[]> {
  if (endpoint) return (await import('./endpoint.ts')).embedAt(endpoint, texts);
  const { embed } = await import('./embed.ts');
  return texts.map(embed);
}
