/** Aider's own messages, after `> `; the texts are those of its program, from 0.40 to 0.86. */
export type Marker =
  | { readonly is: 'version'; readonly version: string }
  | { readonly is: 'model'; readonly model: string }
  | { readonly is: 'cwd'; readonly path: string }
  | {
      readonly is: 'tokens';
      readonly sent: number;
      readonly written: number;
      readonly hit: number;
      readonly received: number;
      readonly usd?: number;
    }
  | { readonly is: 'applied' | 'dry-run' | 'skipped'; readonly path: string }
  | { readonly is: 'malformed' | 'gave-up' | 'lint' | 'interrupt' | 'exit' }
  | { readonly is: 'lint-asked' | 'test-asked'; readonly yes: boolean }
  | { readonly is: 'commit' | 'undo'; readonly hash: string; readonly message: string }
  | { readonly is: 'shell-asked' | 'output-asked'; readonly yes: boolean }
  | { readonly is: 'running'; readonly command: string }
  | { readonly is: 'output-added'; readonly lines: number }
  | { readonly is: 'added' | 'dropped'; readonly path: string }
  | { readonly is: 'api-error' }
  /** Known, and not an event. */
  | { readonly is: 'note' };

export function markerOf(text: string): Marker | undefined {
  for (const [pattern, make] of markers) {
    const found = pattern.exec(text);
    if (found) return make(found);
  }
  return undefined;
}

const count = String.raw`[\d.,]+[kM]?`;

const markers: readonly (readonly [RegExp, (found: RegExpExecArray) => Marker])[] = [
  [
    new RegExp(
      `^Tokens: (${count}) sent((?:, ${count} cache (?:write|hit))*), (${count}) received\\.(?: Cost: \\$([\\d.,]+) (?:message|request))?`,
    ),
    tokens,
  ],
  [/^Applied edit to (.+)$/, ([, path]) => ({ is: 'applied', path: path! })],
  [/^Did not apply edit to (.+?) \(--dry-run\)/, ([, path]) => ({ is: 'dry-run', path: path! })],
  [/^Skipping edits to (.+?)(?: that matches .*)?$/, ([, path]) => ({ is: 'skipped', path: path! })],
  [/^Commit ([0-9a-f]{7,40}) (.*)$/, ([, hash, message]) => ({ is: 'commit', hash: hash!, message: message! })],
  [/^Removed: ([0-9a-f]{7,40}) ?(.*)$/, ([, hash, message]) => ({ is: 'undo', hash: hash!, message: message! })],
  [/^The LLM did not conform to the edit format\./, () => ({ is: 'malformed' })],
  [/^Only \d+ reflections allowed, stopping\./, () => ({ is: 'gave-up' })],
  [/^# Fix any errors below, if possible\./, () => ({ is: 'lint' })],
  [/^Attempt to fix lint errors\?/, ({ input }) => ({ is: 'lint-asked', yes: isYes(input) })],
  [/^Attempt to fix test errors\?/, ({ input }) => ({ is: 'test-asked', yes: isYes(input) })],
  [/^Run shell commands?(?:\(s\))?\?/, ({ input }) => ({ is: 'shell-asked', yes: isYes(input) })],
  [
    /^Add (?:the |command |[\d.]+k tokens of command )output to the chat\?/,
    ({ input }) => ({ is: 'output-asked', yes: isYes(input) }),
  ],
  [/^Running (\S.*)$/, ([, command]) => ({ is: 'running', command: command! })],
  [/^Added (\d+) lines? of output to the chat\.?/, ([, lines]) => ({ is: 'output-added', lines: Number(lines) })],
  [/^Added (.+?) to the chat\.?$/, ([, path]) => ({ is: 'added', path: path! })],
  [/^(?:Removed (.+?) from the chat|Dropping all files)/, ([, path]) => ({ is: 'dropped', path: path ?? 'all files' })],
  [/^(?:Unexpected error: )?litellm\.(?:[a-z]+\.)*\w+(?:Error|Exception|Exceeded)?: /, () => ({ is: 'api-error' })],
  [/^\^C again to exit/, () => ({ is: 'interrupt' })],
  [/^\^C KeyboardInterrupt/, () => ({ is: 'exit' })],
  [/^Aider v(\S+)$/i, ([, version]) => ({ is: 'version', version: version! })],
  [/^(?:Main model|Models?): (\S+)/, ([, model]) => ({ is: 'model', model: model!.replace(/,$/, '') })],
  [
    /^(?:You can use \/undo|Use \/help|https?:\/\/\S+$|Repo-map: |Git repo: |(?:Weak|Editor) model: |Note: in-chat|(?:Now at|HEAD is): |Committing .+ before applying edits|Retrying in [\d.]+ seconds)/,
    () => ({ is: 'note' }),
  ],
  [/^Git working dir: (.+)$/, ([, path]) => ({ is: 'cwd', path: path! })],
];

/** `Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: y`: the answer is the last letter. */
function isYes(line: string): boolean {
  return /[\s\]:?](?:y|a|yes|all)$/i.test(line.trimEnd());
}

function tokens([, sent, caches, received, cost]: RegExpExecArray): Marker {
  const cached = (kind: string) =>
    [...caches!.matchAll(new RegExp(`(${count}) cache ${kind}`, 'g'))].reduce(
      (sum, [, value]) => sum + numberOf(value!),
      0,
    );
  return {
    is: 'tokens',
    sent: numberOf(sent!),
    written: cached('write'),
    hit: cached('hit'),
    received: numberOf(received!),
    ...(cost !== undefined && { usd: Number.parseFloat(cost.replaceAll(',', '')) }),
  };
}

/** `5,244`, or rounded: `5.7k`, `1.2M`. */
function numberOf(text: string): number {
  const value = Number.parseFloat(text.replaceAll(',', ''));
  const scale = text.endsWith('k') ? 1000 : text.endsWith('M') ? 1_000_000 : 1;
  return Number.isFinite(value) ? Math.round(value * scale) : 0;
}
