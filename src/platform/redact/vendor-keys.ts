import { beginsWord, isWordCode, type Rule } from './rule.ts';

/**
 * Keys that name their vendor. Each line: the prefix, the shape of the whole key, and the kind it is shown as. Shapes
 * allow less than the vendor's exact length, so that next year's keys still match.
 */
const shapes: readonly (readonly [words: string | readonly string[], shape: RegExp, kind: string])[] = [
  [['AKIA', 'ASIA', 'ABIA', 'ACCA'], /A[KSBC][IC]A[A-Z0-9]{16}/y, 'aws-access-key'],
  ['A3T', /A3T[A-Z0-9](?=[A-Z]*\d)[A-Z0-9]{16}/y, 'aws-access-key'],
  ['ABSK', /ABSK[A-Za-z0-9+/]{100,280}={0,2}/y, 'bedrock-key'],
  ['bedrock-api-key-', /bedrock-api-key-[\w+/-]{20,}={0,2}/y, 'bedrock-key'],
  [['IQoJb3JpZ2lu', 'FwoGZXIvYXdz'], /[\w+/]{80,}={0,2}/y, 'aws-session-token'],
  ['AIza', /AIza[\w-]{30,}/y, 'gcp-api-key'],
  ['ya29.', /ya29\.[\w.-]{16,}/y, 'google-oauth'],
  ['GOCSPX-', /GOCSPX-[\w-]{20,}/y, 'google-client-secret'],
  ['1//0', /1\/\/0[\w-]{30,}/y, 'google-refresh-token'],
  [['ghp_', 'gho_', 'ghs_', 'ghu_', 'ghr_'], /gh[posur]_[A-Za-z0-9]{20,}/y, 'github-token'],
  ['github_pat_', /github_pat_\w{22,}/y, 'github-token'],
  [
    ['glpat-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glptt-', 'gloas-', 'glsoat-', 'glft-', 'glimt-', 'glffct-'],
    /gl[a-z]{2,5}-[\w.-]{16,}/y,
    'gitlab-token',
  ],
  ['glagent-', /glagent-[\w-]{40,}/y, 'gitlab-token'],
  ['GR1348941', /GR1348941[\w-]{18,}/y, 'gitlab-token'],
  ['_gitlab_session=', /_gitlab_session=[0-9a-z]{32}/y, 'gitlab-session'],
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
  [
    ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'sk_prod_', 'rk_prod_'],
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}/y,
    'stripe-key',
  ],
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
  [['dckr_pat_', 'dckr_oat_'], /dckr_[po]at_[\w-]{20,}/y, 'docker-token'],
  ['hf_', /hf_[A-Za-z0-9]{30,}/y, 'huggingface-token'],
  [['SK', 'AC'], /(?:SK|AC)[0-9a-f]{32}/y, 'twilio-key'],
  ['SG.', /SG\.[\w-]{16,}\.[\w-]{16,}/y, 'sendgrid-key'],
  ['key-', /key-[0-9a-f]{32}/y, 'mailgun-key'],
  ['re_', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/y, 'resend-key'],
  [['dop_v1_', 'doo_v1_', 'dor_v1_'], /do[por]_v1_[0-9a-f]{40,}/y, 'digitalocean-token'],
  [['shpat_', 'shpss_', 'shpca_', 'shppa_'], /shp(?:at|ss|ca|pa)_[0-9a-fA-F]{24,}/y, 'shopify-token'],
  [['shpua_', 'shptka_'], /shp(?:ua|tka)_[0-9a-fA-F]{24,}/y, 'shopify-token'],
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
  [['NRAK-', 'NRII-', 'NRIQ-', 'NRRA-', 'NRJS-'], /NR[A-Z]{2}-[\w-]{19,}/y, 'newrelic-key'],
  [['sbp_', 'sb_secret_'], /sb(?:p|_secret)_[\w-]{20,}/y, 'supabase-key'],
  [['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], /pscale_[a-z]+_[\w.=-]{20,}/y, 'planetscale-token'],
  ['figd_', /figd_[\w-]{20,}/y, 'figma-token'],
  ['ATATT3x', /ATATT3x[\w=-]{50,}/y, 'atlassian-token'],
  ['PMAK-', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/y, 'postman-key'],
  [['glsa_', 'glc_'], /gl(?:sa|c)_[\w+/=]{32,}/y, 'grafana-token'],
  ['tskey-', /tskey-[a-z]+-[\w-]{16,}/y, 'tailscale-key'],
  ['fo1_', /fo1_[\w-]{30,}/y, 'fly-token'],
  [['fm1a_', 'fm1r_', 'fm2_'], /fm(?:1[ar]|2)_[A-Za-z0-9+/]{60,}={0,3}/y, 'fly-token'],
  ['FlyV1 ', /FlyV1 f[mo]\w_[\w+/=,-]{30,}/y, 'fly-token'],
  ['CFPAT-', /CFPAT-[\w-]{30,}/y, 'contentful-token'],
  ['HRKU-', /HRKU-[\w-]{30,}/y, 'heroku-key'],
  ['LTAI', /LTAI[A-Za-z0-9]{16,26}/y, 'alibaba-access-key'],
  // Clouds, hosts and registries.
  ['v1.0-', /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/y, 'cloudflare-key'],
  [['t1.'], /t1\.[\w-]{6,}={0,2}\.[\w-]{80,90}={0,2}/y, 'yandex-token'],
  ['AQVN', /AQVN(?=[\w-]*\d)[\w-]{35,38}/y, 'yandex-key'],
  ['pul-', /pul-[0-9a-f]{40}/y, 'pulumi-token'],
  ['sha256~', /sha256~[\w-]{43}/y, 'openshift-token'],
  ['tk-us-', /tk-us-[\w-]{44,}/y, 'scalingo-token'],
  ['nfp_', /nfp_[A-Za-z0-9]{36,}/y, 'netlify-token'],
  ['rnd_', /rnd_(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])[A-Za-z0-9]{28,}/y, 'render-key'],
  ['napi_', /napi_[a-z0-9]{56,}/y, 'neon-key'],
  ['npg_', /npg_(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])[A-Za-z0-9]{12,}/y, 'neon-password'],
  ['vercel_blob_rw_', /vercel_blob_rw_\w{30,}/y, 'vercel-token'],
  ['4b1d', /4b1d(?=[a-z\d]*[A-Z])[A-Za-z0-9]{38}/y, 'clickhouse-key'],
  ['AKCp', /AKCp[A-Za-z0-9]{60,75}/y, 'artifactory-key'],
  ['cmVmd', /cmVmd[A-Za-z0-9]{59}/y, 'artifactory-token'],
  ['CLOJARS_', /CLOJARS_[A-Za-z0-9]{50,}/y, 'clojars-token'],
  ['oy2', /oy2[a-z0-9]{43}/y, 'nuget-key'],
  ['dnkey-', /dnkey-[\w=-]{26}-[\w=-]{40,}/y, 'defined-networking-key'],
  ['dt0', /dt0[a-z]\d\d\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}/y, 'dynatrace-token'],
  // Builds, code and deployment.
  ['API-', /API-(?=[A-Z]*\d)[A-Z0-9]{25,27}/y, 'octopus-key'],
  [['pat.', 'sat.'], /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/y, 'harness-key'],
  [['CCIPAT_', 'CCIPRJ_'], /CCIP(?:AT|RJ)_\w{20,}/y, 'circleci-token'],
  [['bkua_', 'bkct_'], /bk(?:ua|ct)_[0-9a-f]{40,}/y, 'buildkite-token'],
  [['squ_', 'sqp_', 'sqa_'], /sq[upa]_(?=[a-z=-]*\d)[a-z0-9=_-]{40}/y, 'sonar-token'],
  ['sgp_', /sgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}/y, 'sourcegraph-token'],
  ['ico-', /ico-(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])[A-Za-z0-9]{32}/y, 'infracost-key'],
  ['pnu_', /pnu_[A-Za-z0-9]{36}/y, 'prefect-key'],
  ['snyk_', /snyk_[us]at\.[\w.-]{20,}/y, 'snyk-token'],
  ['sm_', /sm_[aps]at_[A-Za-z0-9]{16}/y, 'settlemint-token'],
  [['s-s4t2ud-', 's-s4t2af-'], /s-s4t2(?:ud|af)-[0-9a-f]{64}/y, 'intra42-secret'],
  [
    ['scauth_', 'authress_', 'sc_', 'ext_'],
    /[a-z]{2,8}_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120}/y,
    'authress-key',
  ],
  ['eyJrIjoi', /eyJrIjoi[A-Za-z0-9+/]{60,400}={0,3}/y, 'grafana-key'],
  [['ATCTT3x', 'ATSTT3x'], /AT[CS]TT3x[\w=-]{50,}/y, 'atlassian-token'],
  ['ATBB', /ATBB(?=[A-Za-z]*\d)[A-Za-z0-9]{32}/y, 'bitbucket-password'],
  ['ATTA', /ATTA[0-9a-f]{64}[0-9A-F]{8}/y, 'trello-token'],
  // Safes, payment, mail and messages.
  ['A3-', /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y, '1password-key'],
  ['ops_eyJ', /ops_eyJ[\w+/-]{200,}={0,3}/y, '1password-token'],
  [['duffel_test_', 'duffel_live_'], /duffel_(?:test|live)_[\w=-]{40,}/y, 'duffel-token'],
  [['EZAK', 'EZTK'], /EZ[AT]K[A-Za-z0-9]{54}/y, 'easypost-key'],
  [['FLWSECK'], /FLWSECK(?:_TEST)?-[0-9a-hA-H]{12,}(?:-X)?/y, 'flutterwave-key'],
  [
    ['access-'],
    /access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y,
    'plaid-token',
  ],
  [['pdl_live_', 'pdl_sdbx_'], /pdl_(?:live|sdbx)_apikey_\w{40,}/y, 'paddle-key'],
  [['shippo_live_', 'shippo_test_'], /shippo_(?:live|test)_[0-9a-fA-F]{40}/y, 'shippo-token'],
  [['xkeysib-', 'xsmtpsib-'], /x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}/y, 'brevo-key'],
  [['pat-na', 'pat-eu'], /pat-(?:na|eu)\d-[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/y, 'hubspot-token'],
  [['EAAM', 'EAAC', 'EAAB', 'EAAG', 'EAAE', 'EAAD'], /EAA[A-Z](?=[A-Za-z]*\d)[A-Za-z0-9]{90,}/y, 'facebook-token'],
  [
    'webhook.office.com/',
    /webhook\.office\.com\/webhookb2\/[\w@-]{36,80}\/IncomingWebhook\/[\w/-]{32,}/y,
    'teams-webhook',
  ],
  ['hooks.zapier.com/', /hooks\.zapier\.com\/hooks\/catch\/\d+\/\w{5,}/y, 'zapier-webhook'],
  ['rdme_', /rdme_[a-z0-9]{60,}/y, 'readme-key'],
  ['tfp_', /tfp_(?=[A-Za-z_.=-]*\d)[\w.=-]{40,70}/y, 'typeform-token'],
  [['pk.eyJ', 'sk.eyJ', 'tk.eyJ'], /[pst]k\.eyJ[\w-]{40,}\.[\w-]{20,}/y, 'mapbox-token'],
  ['fio-u-', /fio-u-[\w=-]{60,}/y, 'frameio-token'],
  ['p8e-', /p8e-[A-Za-z0-9]{32}/y, 'adobe-secret'],
  // Models and what runs them.
  ['api_org_', /api_org_[A-Za-z0-9]{30,}/y, 'huggingface-token'],
  [['lsv2_pt_', 'lsv2_sk_'], /lsv2_[ps][tk]_[0-9a-f]{32}_[0-9a-f]{10}/y, 'langsmith-key'],
  ['nvapi-', /nvapi-[\w-]{50,}/y, 'nvidia-key'],
  ['jina_', /jina_[A-Za-z0-9_-]{50,}/y, 'jina-key'],
  ['pcsk_', /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}/y, 'pinecone-key'],
  ['e2b_', /e2b_[0-9a-f]{40}/y, 'e2b-key'],
  ['csk-', /csk-[a-z0-9]{44,}/y, 'cerebras-key'],
  ['tgp_v1_', /tgp_v1_[\w-]{40,}/y, 'together-key'],
  ['fw_', /fw_(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])[A-Za-z0-9]{22,}/y, 'fireworks-key'],
  ['fc-', /fc-[0-9a-f]{32}/y, 'firecrawl-key'],
  ['sk_', /sk_[0-9a-f]{48}/y, 'elevenlabs-key'],
  ['apify_api_', /apify_api_[A-Za-z0-9]{30,}/y, 'apify-token'],
  ['phx_', /phx_[A-Za-z0-9]{40,}/y, 'posthog-key'],
  ['ctx7sk-', /ctx7sk-[0-9a-f-]{36}/y, 'context7-key'],
  // A token in base64 once more, as Kubernetes and CI systems keep it.
  [['ZXlKaGJHY2lPaU', 'ZXlKMGVYQWlPaU'], /[\w+/-]{60,}={0,2}/y, 'jwt'],
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

/** Keys whose mark is not at their beginning: how they begin before it and go on after it, and the kind. */
const markedWithin: readonly (readonly [words: readonly string[], before: RegExp, after: RegExp, kind: string])[] = [
  [['NRAL'], /[0-9a-f]{36}$/, /(?!\w)/y, 'newrelic-key'],
  [['Q~'], /[\w~.]{3}\d$/, /[\w~.-]{31,34}(?![\w~-])/y, 'azure-secret'],
  [['.atlasv1.'], /[A-Za-z0-9]{14}$/, /[\w=-]{60,}/y, 'terraform-token'],
  [['_mmk'], /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, /(?!\w)/y, 'maxmind-key'],
  [
    ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    /[0-9a-f]{32}$/,
    /\d?(?!\w)/y,
    'mailchimp-key',
  ],
];

/** Longer than any of these beginnings. */
const longestBefore = 40;

export const keysMarkedWithin: readonly Rule[] = markedWithin.map(([words, before, after, kind]) => ({
  words,
  look(text, start, end) {
    const begun = before.exec(text.slice(Math.max(0, start - longestBefore), start));
    after.lastIndex = end;
    if (begun === null || !beginsWord(text, start - begun[0].length) || !after.test(text)) return undefined;
    return { start: start - begun[0].length, end: after.lastIndex, kind };
  },
}));

/** Airtable's begin as many words do; their point is looked for first. */
export const airtableToken: Rule = {
  words: ['pat'],
  look(text, start) {
    if (text[start + 17] !== '.' || !beginsWord(text, start)) return undefined;
    airtable.lastIndex = start;
    return airtable.test(text) ? { start, end: airtable.lastIndex, kind: 'airtable-token' } : undefined;
  },
};
const airtable = /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?!\w)/y;

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
