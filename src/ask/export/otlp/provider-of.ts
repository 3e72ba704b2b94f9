/** Who serves a model, by the names that OpenTelemetry gives them; undefined where its name does not show it. */
export function providerOf(model: string): string | undefined {
  return providers.find(([begins]) => begins.test(model))?.[1];
}

const providers: readonly (readonly [RegExp, string])[] = [
  [/\bclaude\b/i, 'anthropic'],
  [/\b(?:gpt|chatgpt|codex|o[134])\b/i, 'openai'],
  [/\bgemini\b/i, 'gcp.gen_ai'],
  [/\bgrok\b/i, 'x_ai'],
  [/\b(?:mi|code|dev)stral\b/i, 'mistral_ai'],
  [/\bdeepseek\b/i, 'deepseek'],
  [/\bcommand-/i, 'cohere'],
  [/\bsonar\b/i, 'perplexity'],
];
