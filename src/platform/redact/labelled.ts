import { labelAround, labels, labelVariants, type Label } from './labels.ts';
import { isPlaceholder, looksRandom, type Rule } from './rule.ts';
import { isSettingsLine } from './settings-line.ts';

/**
 * Secrets that only their label reveals: `password=…`, `"api_key": "…"`, `--token …`, in environment files, JSON, YAML,
 * XML, headers, source code and command lines, escaped or not.
 *
 * How much the value itself must look like a secret depends on the label: a password may be any word, while a "token"
 * is often a parser's word or a count.
 */
export const labelled: Rule = {
  words: labelVariants(),
  look(text, start, end) {
    const label = labelAround(text, start, end);
    if (label === undefined) return undefined;
    const value = valueAfter(text, label);
    if (value === undefined || !isSecretValue(label, value.text, value.how, value.mayHaveSpaces)) return undefined;
    return { start: value.start, end: endOf(text, value), kind: label.kind };
  },
};

/** The kind of secret in a field with this name and value; undefined when it is none. */
export function labelledKind(name: string, value: string): string | undefined {
  for (const word of Object.keys(labels)) {
    const at = name.toLowerCase().lastIndexOf(word);
    if (at < 0) continue;
    const label = labelAround(name, at, at + word.length);
    if (label !== undefined && label.end === name.length && isSecretValue({ ...label, name }, value, 'quoted'))
      return label.kind;
  }
  return undefined;
}

type How = 'quoted' | 'bare' | 'environment' | 'setting' | 'markup' | 'flag';
interface Value {
  readonly start: number;
  readonly text: string;
  readonly how: How;
  /**
   * Quoted where a shell or a settings file reads it as one value: such a password may contain spaces, as may a form's
   * label.
   */
  readonly mayHaveSpaces?: true;
}

/** What the label is set to, if it is set to anything. */
function valueAfter(text: string, { start, end, name, kind }: Label): Value | undefined {
  separator.lastIndex = afterColours(text, end);
  const sign = separator.exec(text);
  if (sign) {
    const at = afterColours(text, separator.lastIndex);
    // In a sentence only a password is a secret: "the private key is secp256k1" names a curve.
    if (sign[0].startsWith(' is') && kind !== 'password') return undefined;
    if (kind === 'authorization') return credentials(text, at);
    if (sign[2] !== undefined) {
      const isAssigned = sign[0].endsWith(`=${sign[2]}`) && (/^[A-Z0-9_]+$/.test(name) || text.startsWith('--', start));
      return quoted(text, at, sign[2], isAssigned);
    }
    const bare = bareValue(text, at);
    if (bare === '') return onNextLine(text, at);
    if (bare === undefined) return undefined;
    // `PASSWORD=…` anywhere; `password=…` on a line of its own or in a query, where no code calls a function with it.
    const isSet = sign[1] === '=' && text[at - 1] === '=';
    const isEnvironment =
      isSet && (/^[A-Z0-9_]+$/.test(name) || ownPlace.test(text.slice(Math.max(0, start - 7), start)));
    const isFlag = sign[1] === '=' && text.startsWith('--', start);
    const isSetting = kind === 'password' && sign[0] === ': ' && isSettingsLine(text, start, at + bare.length);
    return {
      start: at,
      text: bare,
      how: isEnvironment ? 'environment' : isFlag ? 'flag' : isSetting ? 'setting' : 'bare',
    };
  }
  if (text[end] === '>' && text[start - 1] === '<') {
    const inside = text.slice(end + 1, end + 1 + longestValue);
    const close = inside.indexOf('<');
    return close < 0 ? undefined : { start: end + 1, text: inside.slice(0, close), how: 'markup' };
  }
  if (/^(?: [ |]|[|`*])/.test(text.slice(end, end + 2))) {
    const value = cellAfter(text, end, name);
    if (value !== undefined) return value;
  }
  // `--password secret` and, in a list of arguments, `"--password", "secret"`.
  if (text.startsWith('--', start)) return flagValue(text, end, /["']/.test(text[start - 1] ?? ''));
  if ((kind === 'password' && isNetrc(text, start)) || isConfigured(text, start)) return flagValue(text, end, false);
  return undefined;
}

// `=`, `:`, `=>`, `:=`, after a closing quote or bracket and before an opening quote, each with its backslashes; and the pair
// `name: X, value: Y` of container configurations.
const separator =
  /(?:\\{0,3}["'`])?\]?(?: \[\w{0,24}\])?(?:[ \t]{0,8}(:=|=>|=|:)| is:? |(?:\\{0,3}["'])?\s{0,40}(?:\\{1,4}n\s{0,20})?,?\s{0,40}(?:\\{1,4}n\s{0,20})?(?:\\{0,3}["'])?[vV]alue(?:\\{0,3}["'])?[ \t]{0,4}[:=])(?![=>])[ \t]{0,8}(?:[rbfuL]?(\\{0,3}["'`]))?/y;

/** Behind a terminal's colours, as they are or as JSON, shells and source code write them. */
function afterColours(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== escapeSign && code !== backslash) return at;
  colours.lastIndex = at;
  return colours.test(text) ? colours.lastIndex : at;
}
const escapeSign = 27;
const backslash = 92;
const colours = /(?:(?:\x1b|\\{1,3}(?:u001b|x1b|033|e))\[[\d;]{0,12}m){1,3}/iy;

/** `NAME:` and, alone on the next line, something random. */
function onNextLine(text: string, at: number): Value | undefined {
  nextLine.lastIndex = at;
  const found = nextLine.exec(text);
  return found && looksRandom(found[1]!, 12)
    ? { start: nextLine.lastIndex - found[1]!.length, text: found[1]!, how: 'quoted' }
    : undefined;
}
const nextLine = /(?:\r?\n|\\{1,3}r?\\{0,3}n)[ \t]{0,8}(?:\\{0,3}["'])?([\w+/=.~:|%!-]{12,300})(?![^\s"'\\])/y;

/** `| API_KEY | … |`: in tables that describe settings the next cell is a type or a sentence, never random. */
function cellAfter(text: string, end: number, name: string): Value | undefined {
  cell.lastIndex = end;
  const found = cell.exec(text);
  const value = found?.[1];
  if (value === undefined || !looksRandom(value, /^[A-Z0-9_]+$/.test(name) ? 8 : 20)) return undefined;
  return { start: cell.lastIndex - value.length, text: value, how: 'quoted' };
}
const cell = /[`*]{0,2}[ \t]{0,40}[|│][ \t]{1,4}[`*]{0,2}([\w+/=.~:%!-]{8,300})(?=[`*]{0,2}[ \t]{0,40}[|│])/y;

const ownPlace = /(?:^|[?&;\n'"]|[;&|] |\\n|export )$/;

function quoted(text: string, at: number, quote: string, mayHaveSpaces: boolean): Value | undefined {
  const mark = quote.at(-1)!;
  const depth = quote.length - 1;
  const inside = text.slice(at, at + longestValue);
  for (let end = inside.indexOf(mark); end >= 0; end = inside.indexOf(mark, end + 1)) {
    let slashes = 0;
    while (inside[end - 1 - slashes] === '\\') slashes++;
    // A quote with more backslashes than the opening one is part of the value; with fewer, the text around it ends
    // here.
    if (slashes <= depth)
      return {
        start: at,
        text: inside.slice(0, end - slashes),
        how: 'quoted',
        ...(mayHaveSpaces && { mayHaveSpaces }),
      };
  }
  const rest = bareValue(text, at);
  return rest === undefined ? undefined : { start: at, text: rest, how: 'quoted' };
}

/** Behind the scheme, if one is named: `token …`, `ApiKey …`. */
function credentials(text: string, at: number): Value | undefined {
  scheme.lastIndex = at;
  const from = at + scheme.exec(text)![0].length;
  const value = bareValue(text, from);
  return value === undefined ? undefined : { start: from, text: value, how: 'quoted' };
}
// Bearer and Basic have rules of their own.
const scheme = /(?:(?!bearer|basic)[A-Za-z][\w-]{1,15} )?/iy;

/** Up to the next space or sign of code; undefined when it is a call, an index or a template. */
function bareValue(text: string, at: number): string | undefined {
  bare.lastIndex = at;
  const value = bare.exec(text)![0];
  return /[([{]/.test(text[bare.lastIndex] ?? '') ? undefined : value;
}
// The beginning is enough; a hostile text can make every value long.
const judged = 300;
const bare = /[^\s"'`,;&|<>(){}[\]\\\x1b]{0,300}/y;
const bareRest = /[^\s"'`,;&|<>(){}[\]\\\x1b]*/y;
const longestValue = 4096;

/** The end of a value of which only the beginning was read. */
function endOf(text: string, value: Value): number {
  const end = value.start + value.text.length;
  if (value.text.length < judged || value.how === 'markup') return end;
  bareRest.lastIndex = end;
  return end + bareRest.exec(text)![0].length;
}

function flagValue(text: string, at: number, isListed: boolean): Value | undefined {
  const between = isListed ? flagComma : flagSpace;
  between.lastIndex = at;
  const space = between.exec(text);
  if (!space) return undefined;
  const from = between.lastIndex;
  if (space[1] !== undefined) return quoted(text, from, space[1], !isListed);
  const value = bareValue(text, from);
  return value === undefined || value.startsWith('-') ? undefined : { start: from, text: value, how: 'flag' };
}
const flagSpace = /[ \t]{1,4}(\\{0,3}["'])?/y;
const flagComma = /\\{0,3}["'],(?:[ \t]|\\{0,3}n){0,8}(\\{0,3}["'])/y;

function isNetrc(text: string, start: number): boolean {
  return /(?:^|\s|\\n)(?:login|machine)\s{1,8}\S{1,100}\s{1,8}$/.test(text.slice(Math.max(0, start - 140), start));
}

/** `npm config set //host/:_authToken X`, `aws configure set aws_secret_access_key X`. */
function isConfigured(text: string, start: number): boolean {
  return /\bconfig(?:ure)? set (?:--?[\w-]{1,20} (?:[\w.]{1,30} )?){0,3}\\{0,3}["']?[^\s"']{0,120}$/.test(
    text.slice(Math.max(0, start - 240), start),
  );
}

function isSecretValue({ strength, kind, name }: Label, whole: string, how: How, mayHaveSpaces = false): boolean {
  const value = whole.slice(0, judged);
  if (value.length < 4 || isPlaceholder(value) || isCode(value)) return false;
  if (/\s/.test(value)) return mayHaveSpaces && kind === 'password' && whole.length <= 128 && !sentence.test(value);
  if (kind === 'session' && publicId.test(value)) return false;
  if (/^pwd$|[_-]pwd$/i.test(name) && value.includes('/')) return false;
  // `privateKey: Uint8Array`, `token = web3Token`: a bare word with one small number in it is a name of code.
  if (how === 'bare' && strength !== 'any' && /^!{0,2}[A-Za-z_$]*\d{0,5}[A-Za-z_$]*$/.test(value)) return false;
  if (strength === 'random') return looksRandom(value, 12);
  if (strength === 'mixed')
    return looksRandom(value, 8) || (value.length >= 16 && !/^[a-z]+(?:[-_.][a-z]+)*$/i.test(value) && !isPath(value));
  if (isPath(value) && !looksRandom(value, 20)) return false;
  if (commonWord.test(value) || namesItself(value, how, name)) return false;
  const isLetters = /^[A-Za-z]+$/.test(value);
  switch (how) {
    case 'quoted':
    case 'markup':
    case 'flag':
      return !isLetters || value.length >= 8 || /[a-z][A-Z]|^[A-Z].*[A-Z]/.test(value);
    case 'environment':
      return !isLetters || value.length >= 6;
    case 'setting':
      return /^[a-z]{6,}$/.test(value) || isMixedWord(value);
    case 'bare':
      // `password: string`, `secret = settings`, but `password: hunter2`.
      return isMixedWord(value);
  }
}

function isMixedWord(value: string): boolean {
  return value.length >= 5 && /[\d!@#$%^*+~=]/.test(value) && !/^\d{1,5}$/.test(value);
}

// A sentence for people, or something a shell puts together.
const sentence = /[\n$`]|\\|\b(?:please|enter|your|must|password|required|invalid|not)\b/i;

// Agents name their sessions like this, in every record; session tokens of web servers look different. The last form: a
// start time and a few letters, too short to be a secret.
const publicId =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[a-z]{2,12}_\w+|[12]\d{9}(?:\d{3})?[_-][a-z0-9]{1,8})$/i;

/** The name of another variable, a member of an object, or an expression, rather than a value. */
function isCode(value: string): boolean {
  return (
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) ||
    /^[A-Za-z_$][\w$]{0,30}(?:[?!]?\.[A-Za-z_$][\w$]{0,30})+!?$/.test(value) ||
    /=>|::|->|\(\)|\$\{|\{\{|^[!&][A-Za-z.]+$/.test(value)
  );
}

function isPath(value: string): boolean {
  return (
    /^(?:\.{1,2}|~|[A-Za-z]:)?[\\/]/.test(value) ||
    /^https?:\/\//.test(value) ||
    /\.(?:[a-z]{2,4}|json|yaml|toml)$/.test(value)
  );
}

// Types and states that stand where a password would: `password: 'required'`.
const commonWord =
  /^(?:string|number|boolean|object|unknown|undefined|null|none|true|false|text|varchar|integer|bigint|symbol|encrypted|hashed|generated|random|private|public|protected|sensitive|masked|prompt|changed|updated|forgotten|expired|accepted|rejected|required|optional|invalid|missing|incorrect|hidden|default|empty|disabled|enabled|redacted|password|passwd|passphrase|secret|token)$/i;

/**
 * `"secret": "db-credentials"`, `password: 'form.password.label'`, `password: newPassword`: the name of a secret, not
 * the secret.
 */
function namesItself(value: string, how: How, name: string): boolean {
  if (how === 'environment' || how === 'flag') return value.toLowerCase() === name.replace(/^-+/, '').toLowerCase();
  if (!/pass|secret|token|key|cred|auth/i.test(value)) return false;
  return (
    /^[A-Za-z]+(?:[-_./:][A-Za-z]+)+$/.test(value) ||
    (/^[A-Za-z]+$/.test(value) && (value.length < 10 || /[a-z][A-Z]/.test(value)))
  );
}
