import { beginsWord, isWordCode, type Rule } from './rule.ts';

/**
 * Keys that name their vendor. Each line: the prefix, the shape of the whole key, and the kind it is shown as. Shapes
 * allow less than the vendor's exact length, so that next year's keys still match.
 */
const shapes: readonly (readonly [words: string | readonly string[], shape: RegExp, kind: string])[] = [
  [['AKIA', 'ASIA', 'ABIA', 'ACCA'], /A[KSBC][IC]A[A-Z0-9]{16}/y, 'aws-access-key'],
  [['IQoJb3JpZ2lu', 'FwoGZXIvYXdz'], /[\w+/]{80,}={0,2}/y, 'aws-session-token'],
  ['AIza', /AIza[\w-]{30,}/y, 'gcp-api-key'],
  ['ya29.', /ya29\.[\w.-]{16,}/y, 'google-oauth'],
  ['GOCSPX-', /GOCSPX-[\w-]{20,}/y, 'google-client-secret'],
  ['1//0', /1\/\/0[\w-]{30,}/y, 'google-refresh-token'],
  [['ghp_', 'gho_', 'ghs_', 'ghu_', 'ghr_'], /gh[posur]_[A-Za-z0-9]{20,}/y, 'github-token'],
  ['github_pat_', /github_pat_\w{22,}/y, 'github-token'],
  [['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'gloas-', 'glsoat-'], /gl[a-z]{2,4}-[\w.-]{16,}/y, 'gitlab-token'],
  [
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxe.', 'xoxc-', 'xoxd-'],
    /xox[a-z][.-][\w%.-]{10,}/y,
    'slack-token',
  ],
  ['xapp-', /xapp-[\w-]{20,}/y, 'slack-token'],
  [['hooks.slack.com/'], /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{16,}/y, 'slack-webhook'],
  [
    ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    /discord(?:app)?\.com\/api\/webhooks\/\d{5,}\/[\w-]{20,}/y,
    'discord-webhook',
  ],
  [['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'], /[sr]k_(?:live|test)_[A-Za-z0-9]{10,}/y, 'stripe-key'],
  ['whsec_', /whsec_[A-Za-z0-9+/]{20,}={0,2}/y, 'webhook-secret'],
  ['sk-ant-', /sk-ant-[\w-]{16,}/y, 'anthropic-key'],
  ['sk-', /sk-(?:(?:proj|svcacct|admin|or-v1|lf|None)-[\w-]{16,}|[A-Za-z0-9]{20,}(?:-[\w-]+)?)/y, 'openai-key'],
  ['xai-', /xai-[A-Za-z0-9]{40,}/y, 'xai-key'],
  ['gsk_', /gsk_[A-Za-z0-9]{30,}/y, 'groq-key'],
  ['pplx-', /pplx-[A-Za-z0-9]{30,}/y, 'perplexity-key'],
  ['r8_', /r8_[A-Za-z0-9]{30,}/y, 'replicate-key'],
  ['tvly-', /tvly-(?:[a-z]+-)?[A-Za-z0-9]{20,}/y, 'tavily-key'],
  ['stm_', /stm_[a-z2-9]{8}_[0-9a-f]{40,}/y, 'stemma-token'],
  ['npm_', /npm_[A-Za-z0-9]{30,}/y, 'npm-token'],
  ['pypi-', /pypi-[\w-]{40,}/y, 'pypi-token'],
  ['rubygems_', /rubygems_[0-9a-f]{40,}/y, 'rubygems-key'],
  ['cio', /cio[A-Za-z0-9]{32}/y, 'cargo-token'],
  ['dckr_pat_', /dckr_pat_[\w-]{20,}/y, 'docker-token'],
  ['hf_', /hf_[A-Za-z0-9]{30,}/y, 'huggingface-token'],
  [['SK', 'AC'], /(?:SK|AC)[0-9a-f]{32}/y, 'twilio-key'],
  ['SG.', /SG\.[\w-]{16,}\.[\w-]{16,}/y, 'sendgrid-key'],
  ['key-', /key-[0-9a-f]{32}/y, 'mailgun-key'],
  ['re_', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/y, 'resend-key'],
  [['dop_v1_', 'doo_v1_', 'dor_v1_'], /do[por]_v1_[0-9a-f]{40,}/y, 'digitalocean-token'],
  [['shpat_', 'shpss_', 'shpca_', 'shppa_'], /shp(?:at|ss|ca|pa)_[0-9a-fA-F]{24,}/y, 'shopify-token'],
  [['sq0atp-', 'sq0csp-', 'sq0idp-'], /sq0[a-z]{3}-[\w-]{20,}/y, 'square-token'],
  ['EAAA', /EAAA[\w-]{56,}/y, 'square-token'],
  ['dapi', /dapi[0-9a-f]{32}(?:-\d)?/y, 'databricks-token'],
  [
    ['dp.st.', 'dp.pt.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    /dp\.[a-z]+\.(?:[\w-]+\.)?[A-Za-z0-9]{32,}/y,
    'doppler-token',
  ],
  [['lin_api_', 'lin_oauth_'], /lin_(?:api|oauth)_[A-Za-z0-9]{30,}/y, 'linear-key'],
  ['secret_', /secret_[A-Za-z0-9]{40,}/y, 'notion-token'],
  ['ntn_', /ntn_[A-Za-z0-9]{36,}/y, 'notion-token'],
  [['hvs.', 'hvb.', 'hvr.'], /hv[sbr]\.[\w-]{20,}/y, 'vault-token'],
  [['sntrys_', 'sntryu_'], /sntry[su]_[\w+/=-]{30,}/y, 'sentry-token'],
  [['NRAK-', 'NRII-', 'NRIQ-', 'NRRA-'], /NR[A-Z]{2}-[\w-]{20,}/y, 'newrelic-key'],
  [['sbp_', 'sb_secret_'], /sb(?:p|_secret)_\w{20,}/y, 'supabase-key'],
  [['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], /pscale_[a-z]+_[\w.=-]{20,}/y, 'planetscale-token'],
  ['figd_', /figd_[\w-]{20,}/y, 'figma-token'],
  ['ATATT3x', /ATATT3x[\w=-]{50,}/y, 'atlassian-token'],
  ['PMAK-', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/y, 'postman-key'],
  [['glsa_', 'glc_'], /gl(?:sa|c)_[\w+/=]{32,}/y, 'grafana-token'],
  ['tskey-', /tskey-[a-z]+-[\w-]{16,}/y, 'tailscale-key'],
  ['fo1_', /fo1_[\w-]{30,}/y, 'fly-token'],
  ['FlyV1 ', /FlyV1 f[mo]\w_[\w+/=,-]{30,}/y, 'fly-token'],
  ['CFPAT-', /CFPAT-[\w-]{30,}/y, 'contentful-token'],
  ['HRKU-', /HRKU-[\w-]{30,}/y, 'heroku-key'],
  ['LTAI', /LTAI[A-Za-z0-9]{16,26}/y, 'alibaba-access-key'],
  ['AGE-SECRET-KEY-', /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{30,}/y, 'age-key'],
];

export const vendorKeys: readonly Rule[] = shapes.map(([words, shape, kind]) => ({
  words: typeof words === 'string' ? [words] : words,
  look(text, start) {
    if (!beginsWord(text, start)) return undefined;
    const window = text.slice(start, start + judged);
    shape.lastIndex = 0;
    const key = shape.exec(window)?.[0];
    if (key === undefined || isSample(key)) return undefined;
    const end = start + key.length;
    if (key.length === judged) return { start, end: runEnd(text, end), kind };
    // A longer word than the shape allows is something else, such as a hash.
    return isWordCode(text.charCodeAt(end)) ? undefined : { start, end, kind };
  },
}));

/** Enough of a key to know it by: words that begin inside one another must not each read all of a long run. */
const judged = 1024;

function runEnd(text: string, from: number): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}
const run = /[\w+/=.%-]*/y;

/**
 * JSON web tokens: a header and a payload, both of which may be long, and mostly a signature. Any `eyJ` in a run of
 * their letters could begin one, so the ends of the last runs are remembered: each run is read once.
 */
export const jwt: Rule = {
  words: ['eyJ'],
  look(text, start, end) {
    if (!beginsWord(text, start)) return undefined;
    const header = runs.end(text, end, 0);
    if (header - end < 8 || text[header] !== '.') return undefined;
    const payload = runs.end(text, header + 1, 1);
    const isClosed = text[payload] === '.';
    const signature = isClosed ? runs.end(text, payload + 1, 2) : payload;
    const isSigned = isClosed && payload - header > 4 && signature - payload > 8;
    const isCut = text.startsWith('eyJ', header + 1) && payload - header > 11;
    if (!isSigned && !isCut) return undefined;
    const last = isSigned ? signature : payload + Number(isClosed);
    if (isWordCode(text.charCodeAt(last)) || isSample(text.slice(start, Math.min(last, start + judged))))
      return undefined;
    return { start, end: isSigned ? furtherParts(text, last) : last, kind: 'jwt' };
  },
};

/** Encrypted tokens have five parts. */
function furtherParts(text: string, from: number): number {
  parts.lastIndex = from;
  parts.test(text);
  return parts.lastIndex;
}
const parts = /(?:\.[\w-]+)*/y;

/** Ends of the runs of letters, digits, `_` and `-` that were read last, by their place in a token. */
class Runs {
  #text = '';
  readonly #from = [0, 0, 0];
  readonly #to = [0, 0, 0];

  end(text: string, at: number, place: 0 | 1 | 2): number {
    if (text !== this.#text) {
      this.#text = text;
      this.#to.fill(0);
    }
    if (at < this.#from[place]! || at >= this.#to[place]!) {
      tokenRun.lastIndex = at;
      tokenRun.test(text);
      this.#from[place] = at;
      this.#to[place] = tokenRun.lastIndex;
    }
    return Math.max(at, this.#to[place]!);
  }
}
const tokenRun = /[\w-]*/y;
const runs = new Runs();

/** Telegram's tokens have their number before the colon: `<bot id>:AA…`. */
export const telegramToken: Rule = {
  words: [':AA'],
  look(text, start) {
    let from = start;
    while (start - from < 12 && isDigit(text.charCodeAt(from - 1))) from--;
    telegram.lastIndex = start;
    if (start - from < 7 || !telegram.test(text)) return undefined;
    return { start: from, end: telegram.lastIndex, kind: 'telegram-token' };
  },
};
const telegram = /:AA[\w-]{30,45}(?!\w)/y;

/** New Relic's licence keys have their mark at the end. */
export const newRelicLicence: Rule = {
  words: ['NRAL'],
  look(text, start, end) {
    if (isWordCode(text.charCodeAt(end)) || !/^[0-9a-f]{36}$/.test(text.slice(Math.max(0, start - 36), start)))
      return undefined;
    return { start: start - 36, end, kind: 'newrelic-key' };
  },
};

/** Discord's tokens begin with a user id in base64, that is with one of these: M, N or O, and a second digit. */
export const discordToken: Rule = {
  words: ['M', 'N', 'O'].flatMap((first) =>
    ['T', 'j', 'z', 'D'].flatMap((second) => 'AEIMQUYcgk'.split('').map((third) => first + second + third)),
  ),
  look(text, start) {
    if (!beginsWord(text, start)) return undefined;
    discord.lastIndex = start;
    return discord.test(text) ? { start, end: discord.lastIndex, kind: 'discord-token' } : undefined;
  },
};
const discord = /[MNO][A-Za-z\d_-]{22,28}\.[\w-]{6}\.[\w-]{27,40}(?!\w)/y;

/** People write `sk-xxxxxxxx` and `ghp_your_token_here` to show where a key goes. */
function isSample(key: string): boolean {
  return /x{6}|your[-_]|[-_]here$/i.test(key);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
