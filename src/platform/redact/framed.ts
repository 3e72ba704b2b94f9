import { beginsWord, isPlaceholder, isWordCode, looksRandom, type Rule, type Span } from './rule.ts';

/**
 * Private keys in PEM, also when the block is cut off, is inside a JSON string, or stands in source code as quoted
 * lines.
 */
export const pemBlock: Rule = {
  words: ['-----BEGIN'],
  look(text, start, end) {
    pemHeader.lastIndex = end;
    if (!pemHeader.test(text)) return undefined;
    const body = pemHeader.lastIndex;
    const mark = text.indexOf('-----', body);
    const limit = mark < 0 ? text.length : mark;
    pemEnd.lastIndex = limit;
    const closed = limit - body < longestPem && pemEnd.test(text);
    if (closed && /[A-Za-z0-9+/]{16}/.test(text.slice(body, limit)))
      return { start, end: pemEnd.lastIndex, kind: 'private-key' };
    pemLines.lastIndex = body;
    return pemLines.test(text) ? { start, end: pemLines.lastIndex, kind: 'private-key' } : undefined;
  },
};
const pemHeader = / (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const pemEnd = /-----END [A-Z0-9 ]{0,40}-----/y;
// Lines of base64 with whatever stands between them: line ends, their escapes, quotes and plus signs of source code.
const pemLines = /(?:[\s\\nr"'+,]{0,40}[A-Za-z0-9+/]{16,}={0,2})+/y;
const longestPem = 100_000;

/** `scheme://user:password@host`, and Sentry's keys, which stand in the user's place. */
export const urlPassword: Rule = {
  words: ['://'],
  look(text, start, end) {
    userInfo.lastIndex = end;
    const found = userInfo.exec(text);
    // It may have been redacted already.
    if (!found || found[1]!.startsWith('[redacted')) return undefined;
    const [, user = '', password] = found;
    if (password === undefined) {
      const isKey = /^[0-9a-f]{32}$/.test(user) || looksRandom(user, 20);
      return isKey ? { start: end, end: end + user.length, kind: 'url-key' } : undefined;
    }
    if (isPlaceholder(password)) return undefined;
    const from = end + user.length + 1;
    return { start: from, end: from + password.length, kind: 'url-password' };
  },
};
const userInfo = /([^\s/:@"'`<>\\?#]{0,256})(?::([^\s/@"'`<>\\]{1,256}))?@(?=[\w.[\]%{$-])/y;

/** `Authorization: <scheme> <credentials>` and the schemes alone, as they stand in code and in curl commands. */
export const bearer: Rule = {
  words: ['earer ', 'EARER ', 'earer%20'],
  look(text, start, end) {
    if (!/[bB]/.test(text[start - 1] ?? '') || !beginsWord(text, start - 1)) return undefined;
    credentials.lastIndex = end;
    const value = credentials.exec(text)?.[0];
    if (value === undefined || isPlaceholder(value)) return undefined;
    const header = /authorization\W{1,12}$/i.test(text.slice(Math.max(0, start - 30), start - 1));
    return looksRandom(value, header ? 6 : 12) || value.length >= 40
      ? { start: end, end: end + value.length, kind: 'bearer' }
      : undefined;
  },
};
const credentials = /[\w+/.~=:-]{4,}/y;

export const basicAuth: Rule = {
  words: ['asic ', 'ASIC '],
  look(text, start, end) {
    if (!/[bB]/.test(text[start - 1] ?? '') || !beginsWord(text, start - 1)) return undefined;
    return userAndPassword(text, end, 'basic-auth');
  },
};

/** Docker's and npm's `auth`: user and password in base64. */
export const storedAuth: Rule = {
  words: ['auth"', "auth'", 'auth\\', '_auth', 'auth:', 'auth='],
  look(text, _start, end) {
    authValue.lastIndex = end;
    return authValue.test(text) ? userAndPassword(text, authValue.lastIndex, 'stored-auth') : undefined;
  },
};
const authValue = /[\\"']{0,4}\s{0,4}[:=]?\s{0,4}[\\"']{0,4}/y;

function userAndPassword(text: string, at: number, kind: string) {
  // Most of what stands here decodes to no text: the beginning shows it.
  if (!/^[\x20-\x7e]+$/.test(Buffer.from(text.slice(at, at + 8), 'base64').toString('latin1'))) return undefined;
  base64.lastIndex = at;
  const value = base64.exec(text)?.[0];
  if (value === undefined) return undefined;
  // Words are base64 too; only what decodes to `user:password` is one.
  const plain = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(plain) ? { start: at, end: at + value.length, kind } : undefined;
}
const base64 = /[A-Za-z0-9+/_-]{8,2000}={0,2}/y;

/** The whole value of a Cookie or Set-Cookie header: any of its parts may be the session. */
export const cookie: Rule = {
  words: ['ookie:', 'OOKIE:', 'ookie"', "ookie'", 'ookie\\"'],
  look(text, _start, end) {
    cookieStart.lastIndex = end;
    if (!cookieStart.test(text)) return undefined;
    const start = cookieStart.lastIndex;
    cookieValue.lastIndex = start;
    const value = cookieValue.exec(text)?.[0];
    // At least one pair near the beginning whose value is long enough to be a session.
    if (value === undefined || !/=[\w%+/.:|~!*-]{8}/.test(value)) return undefined;
    cookieRest.lastIndex = start + value.length;
    return { start, end: start + value.length + cookieRest.exec(text)![0].length, kind: 'cookie' };
  },
};
const cookieStart = /[\\"']{0,4}\s{0,4}[:,]?\s{0,4}[\\"'[]{0,5}/y;
const cookieValue = /[\w.%-]{1,80}=[^"'\r\n\\]{1,500}/y;
const cookieRest = /[^"'\r\n\\]*/y;

/**
 * What a Kubernetes secret holds, as manifests and `kubectl get secret` write it, before its kind or after it: its labels
 * may be any words.
 */
export const kubernetesSecret: Rule = {
  words: ['kind: Secret', 'kind":"Secret', 'kind": "Secret', 'kind\\":\\"Secret', 'kind\\": \\"Secret'],
  look(text, start, end) {
    if (!beginsWord(text, start) || isWordCode(text.charCodeAt(end))) return undefined;
    const after = text.slice(end, end + nearby).split(otherDocument)[0]!;
    const before = text
      .slice(Math.max(0, start - nearby), start)
      .split(otherDocument)
      .at(-1)!;
    return heldIn(after, end) ?? heldIn(before, start - before.length);
  },
};
const nearby = 2000;
/** Where another object of the same file begins or has ended. */
const otherDocument = /(?:^|\n|\\n)---|\bkind\b/;

function heldIn(text: string, from: number): Span | undefined {
  const found = secretData.exec(text);
  const held = found?.[1] ?? found?.[2];
  if (held === undefined || !/[A-Za-z0-9+/]{4}/.test(held.replace(/\[redacted:[\w-]+\]/g, ''))) return undefined;
  const end = from + found!.index + found![0].length;
  return { start: end - held.length, end, kind: 'kubernetes-secret' };
}
// Lines of a mapping that are further right than the margin, or what is between two braces, escaped or not.
const secretData =
  /(?<![a-z])(?:\\{1,3}n|)(?:d|stringD)ata(?:\\{0,3}["'])?(?::[ \t]*(?:\r?\n|\\{1,3}n)[ \t]{1,12}((?:[\w.-]{1,80}:[ \t][^\n\\]{1,2000}(?:(?:\r?\n|\\{1,3}n)[ \t]{1,12}(?=[\w.-]{1,80}:[ \t]))?){1,30})|\s{0,3}:\s{0,3}\{([^{}]{4,4000})(?=\}))/;

/** The signature of a pre-signed link. */
export const linkSignature: Rule = {
  words: ['sig=', 'X-Amz-Signature=', 'X-Goog-Signature='],
  look(text, start, end) {
    if (!beginsWord(text, start)) return undefined;
    signature.lastIndex = end;
    const value = signature.exec(text)?.[0];
    return value !== undefined && /[\d%]/.test(value)
      ? { start: end, end: end + value.length, kind: 'signature' }
      : undefined;
  },
};
const signature = /[\w%+/-]{32,}={0,2}/y;

/**
 * Passwords that a shell command takes in its own way: `mysql -psecret`, `sshpass -p secret`, `curl -u name:secret`.
 */
export const commandPassword: Rule = {
  words: ['mysql', 'mariadb', 'sshpass', 'curl ', 'wget ', 'redis-cli'],
  look(text, start, end) {
    if (!beginsWord(text, start)) return undefined;
    const word = text.slice(start, end);
    const flag = flags[word] ?? attachedFlag;
    const line = text.slice(end - 1, end + 300);
    const found = flag.exec(line);
    const value = found?.[2];
    if (found === null || value === undefined || value.length < 4 || isPlaceholder(value) || /^\d{1,5}$/.test(value))
      return undefined;
    const from = end - 1 + found.index + found[0].length - value.length;
    return { start: from, end: from + value.length, kind: 'password' };
  },
};
// mysql's -p takes its value only when nothing stands between them: `-p shop` asks for a password and opens a database.
const attachedFlag = /^(?:(?![\n;|&]|\\n)[^])*?\s-p(\\?["'])?([^\s"'\\]+)/;
const spacedFlag = /^(?:(?![\n;|&]|\\n)[^])*?\s-[pa]\s*(\\?["'])?([^\s"'\\]+)/;
const userFlag = /^(?:(?![\n;|]|\\n)[^])*?\s(?:-u|--user|--proxy-user)[\s=]?(\\?["'])?[^\s"':\\]+:([^\s"'\\]+)/;
const flags: Readonly<Record<string, RegExp>> = {
  sshpass: spacedFlag,
  'redis-cli': spacedFlag,
  'curl ': userFlag,
  'wget ': userFlag,
};

/** A line of ~/.pgpass: `host:port:database:user:password`. */
export const pgpass: Rule = {
  words: [':5432:', ':5433:', ':6432:', ':*:'],
  look(text, start, end) {
    pgpassTail.lastIndex = end;
    const found = pgpassTail.exec(text);
    if (!found || !/(?:^|[\s"'\\n])[\w.*-]{1,100}$/.test(text.slice(Math.max(0, start - 110), start))) return undefined;
    const password = found[1]!;
    if (isPlaceholder(password) && password !== '*') return undefined;
    return { start: pgpassTail.lastIndex - password.length, end: pgpassTail.lastIndex, kind: 'password' };
  },
};
const pgpassTail = /[\w*-]{1,64}:[\w*-]{1,64}:([^\s"'\\:]{3,128})(?=$|[\s"'\\])/y;
