import { isWordCode } from './rule.ts';

/** `any`: whatever stands there. `mixed`: at least a digit among the letters. `random`: long and mixed. */
export type Strength = 'any' | 'mixed' | 'random';

/** Words that announce a secret, with how much of one its value must look like, and the kind it is shown as. */
export const labels: Readonly<Record<string, readonly [strength: Strength, kind: string]>> = {
  password: ['any', 'password'],
  passwd: ['any', 'password'],
  passphrase: ['any', 'password'],
  pwd: ['any', 'password'],
  pass: ['mixed', 'password'],
  secret: ['any', 'secret'],
  token: ['random', 'token'],
  api_key: ['mixed', 'api-key'],
  apikey: ['mixed', 'api-key'],
  'api-key': ['mixed', 'api-key'],
  'api key': ['mixed', 'api-key'],
  app_key: ['random', 'api-key'],
  'app-key': ['random', 'api-key'],
  appkey: ['random', 'api-key'],
  auth_key: ['mixed', 'api-key'],
  access_key: ['mixed', 'access-key'],
  accesskey: ['mixed', 'access-key'],
  'access-key': ['mixed', 'access-key'],
  'access key': ['mixed', 'access-key'],
  account_key: ['random', 'access-key'],
  accountkey: ['random', 'access-key'],
  private_key: ['mixed', 'private-key'],
  privatekey: ['mixed', 'private-key'],
  'private-key': ['mixed', 'private-key'],
  'private key': ['mixed', 'private-key'],
  'account-key': ['random', 'access-key'],
  'client-key-data': ['random', 'private-key'],
  signing_key: ['random', 'secret'],
  encryption_key: ['random', 'secret'],
  master_key: ['random', 'secret'],
  signingkey: ['random', 'secret'],
  encryptionkey: ['random', 'secret'],
  masterkey: ['random', 'secret'],
  'signing-key': ['random', 'secret'],
  'encryption-key': ['random', 'secret'],
  'master-key': ['random', 'secret'],
  license_key: ['random', 'license-key'],
  licensekey: ['random', 'license-key'],
  credential: ['random', 'credential'],
  credentials: ['random', 'credential'],
  authorization: ['random', 'authorization'],
  sessionid: ['random', 'session'],
  sessid: ['random', 'session'],
  'connect.sid': ['random', 'session'],
};

/** What git calls the name of a key, which is public. */
const publicKeyId = 'signingkey';

/** The scan is case-sensitive; people write labels in four ways. */
export function labelVariants(): readonly string[] {
  return Object.keys(labels).flatMap((word) => {
    const capital = word[0]!.toUpperCase() + word.slice(1);
    const camel = word.replace(/key/, 'Key');
    const each = [
      word,
      word.toUpperCase(),
      capital,
      camel,
      camel[0]!.toUpperCase() + camel.slice(1),
      capital.replace(/[ -]key/, (key) => key[0] + 'Key'),
    ];
    return [...new Set(each)].filter((variant) => variant !== publicKeyId);
  });
}

export interface Label {
  readonly name: string;
  /** Where the name ends, with what follows the word: `_PROD` of `API_KEY_PROD`. */
  readonly end: number;
  readonly start: number;
  readonly strength: Strength;
  readonly kind: string;
}

/** The label that this word is part of; undefined when the whole name means something else. */
export function labelAround(text: string, start: number, end: number): Label | undefined {
  const [strength, kind] = labels[text.slice(start, end).toLowerCase()]!;
  suffix.lastIndex = end;
  const after = suffix.exec(text)![0];
  // `tokens`, `tokenizer`, `secretary`: another word. `password2`, `SECRET_KEY`, `secretKey` and `passwordHash` go on.
  if (/^[a-z]/.test(after) && /[a-z]/.test(text[end - 1]!)) return undefined;
  if (/^[A-Z]/.test(after) && /[A-Z]/.test(text[end - 1]!)) return undefined;
  if (otherSuffix.test(after)) return undefined;

  let from = start;
  while (from > 0 && start - from < 40 && (isWordCode(text.charCodeAt(from - 1)) || text[from - 1] === '-')) from--;
  // In a JSON string the name may follow `\n`.
  if (from < start && text[from - 1] === '\\' && 'nrt'.includes(text[from]!)) from++;
  const before = text.slice(from, start);
  if (kind === 'token' && otherTokens.test(before)) return undefined;
  const isNamedToken =
    kind === 'token' &&
    /(?:auth|access|refresh|bearer|session|api|bot|deploy|private|personal|security|vault)[_-]?$/i.test(before);
  // `DB_PASS` is a password; a bare `pass` may be a count of tests.
  const isNamedPass = end - start === 4 && /[a-z0-9][_-]$/i.test(before);
  return {
    name: text.slice(from, end + after.length),
    start: from,
    end: end + after.length,
    strength: isNamedPass ? 'any' : isNamedToken ? 'mixed' : strength,
    kind,
  };
}
const suffix = /[\w-]{0,40}/y;
// A property of a secret, rather than the secret itself.
const otherSuffix =
  /^[_-]?(?:\w*[_-])?(?:names?|ids?|files?|paths?|dirs?|refs?|hash(?:es|ed)?|types?|fields?|urls?|uris?|endpoints?|length|len|counts?|limits?|budget|usages?|expir\w*|ttl|at|age|policy|hint|labels?|placeholder|prompt|input|regex|pattern|validator|strength|min|max|manager|provider|store|service|version|algorithm|required|enabled|valid|errors?|message|header|prefix|suffix|arn|format|index|position|kind|symbol|set|from|reset|changed|updated|mode|size|rate|cost|price|address|schema|list|map|per|protected|visible|shown|match(?:es)?|confirmed|updates?|stdin|encrypted)$/i;
const otherTokens =
  /(?:max|min|num|input|output|total|page|next|continuation|cancel\w*|cache\w*|prompt|completion|reasoning|eos|bos|pad|unk|cls|sep|mask|stop|special|sync|design|color|used|per|by|of|syntax|operator|keyword|lock|delimiter|separator|whitespace|sort|resume|cursor|idempotency)[_-]?$/i;
