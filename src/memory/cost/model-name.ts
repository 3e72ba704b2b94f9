/**
 * Names a model may be listed under, the likeliest first: as recorded, then without the provider, the snapshot's date
 * or the reasoning effort. What changes the price (`-fast`, `:free`, `-mini`) stays in the name.
 */
export function namesOf(recorded: string): readonly string[] {
  const whole = recorded.trim().toLowerCase();
  const served = withoutServer(whole);
  const plain = withoutSnapshot(served);
  const names = [whole, served, plain, withoutEffort(plain)].flatMap((name) => [name, ...asAnthropicWritesIt(name)]);
  return [...new Set(names)].filter((name) => name !== '');
}

/** `openrouter/anthropic/claude-…`, `us.anthropic.claude-…-v1:0`, `publishers/google/models/gemini-…`. */
function withoutServer(name: string): string {
  return name
    .replace(/^.*\//, '')
    .replace(
      /^(?:(?:us|eu|apac|ap|jp|au|ca|global|us-gov)\.)?(?:anthropic|amazon|meta|mistral|deepseek|qwen|openai|google|xai)\./,
      '',
    )
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/^(?:anthropic|openai|google|azure)-(?=claude|gpt|gemini)/, '');
}

/** `-20250929`, `@20250929`, `-2026-09-29`, `-preview-05-06`, `-latest`, `[1m]`. */
function withoutSnapshot(name: string): string {
  return name
    .replace(/\[1m\]$/, '')
    .replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/, '')
    .replace(/-(?:latest|preview(?:-customtools)?|preview-\d\d-\d{2,4}|exp(?:-\d\d-\d\d)?)$/, '')
    .replace(/-0$/, '');
}

/** `gpt-5.1-codex-max-xhigh`, `claude-sonnet-4-5-thinking`: the same price for each token. */
function withoutEffort(name: string): string {
  return name.replace(
    /[-:](?:minimal|low|medium|high|xhigh|max|thinking|non-reasoning|reasoning)$/,
    (suffix, at: number) => (suffix === '-max' && name.slice(0, at).endsWith('codex') ? suffix : ''),
  );
}

/** Others write `claude-sonnet-4.5` or `claude-4.5-sonnet`; before Claude 4 the number came first. */
function asAnthropicWritesIt(name: string): readonly string[] {
  if (!name.startsWith('claude-')) return [];
  const dashed = name.replaceAll('.', '-');
  const [, version, family] = /^claude-(\d+(?:-\d+)?)-([a-z]+)$/.exec(dashed) ?? [];
  return version === undefined ? [dashed] : [dashed, `claude-${family}-${version}`];
}
