import { filled, letters, pick, type Random } from './random-text.ts';

const words = 'cart total price index error config loader parse token stream session render query worker cache'.split(
  ' ',
);
const word = (random: Random) => pick(random, words);
const title = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const uuid = (random: Random) => filled('<h8>-<h4>-<h4>-<h4>-<h12>', random);
const base64 = (length: number, random: Random) => filled(`<b${length}>`, random);

/** Lines without a secret that look a little like one: what sessions are full of. */
export const innocents: Readonly<Record<string, (random: Random) => string>> = {
  identifier: (random) =>
    `const ${word(random)}${title(word(random))}Key = get${title(word(random))}Token(${word(random)});`,
  'snake case': (random) => `${word(random)}_${word(random)}_token_count = len(${word(random)}_tokens)`,
  commit: (random) => `commit ${filled('<h40>', random)}`,
  'short commits': (random) => `* ${filled('<h8>', random)} Fix ${word(random)} (#${filled('<d3>', random)})`,
  'SHA-256': (random) => `${filled('<h64>', random)}  ${word(random)}.tar.gz`,
  'image digest': (random) => `FROM node@sha256:${filled('<h64>', random)}`,
  uuid: (random) => `{"sessionId":"${uuid(random)}","parentUuid":"${uuid(random)}"}`,
  'call id': (random) =>
    `{"tool_use_id":"toolu_${filled('01<m22>', random)}","request":"req_${filled('<m24>', random)}"}`,
  'message id': (random) => `"id":"msg_${filled('<m24>', random)}","call_id":"call_${filled('<m24>', random)}"`,
  'lock file of npm': (random) => `      "integrity": "sha512-${base64(86, random)}==",`,
  'lock file of yarn': (random) =>
    `  resolved "https://registry.example/${word(random)}/-/${word(random)}-1.${filled('<d2>', random)}.0.tgz#${filled('<h40>', random)}"`,
  'lock file of Cargo': (random) => `checksum = "${filled('<h64>', random)}"`,
  'lock file of Python': (random) => `    --hash=sha256:${filled('<h64>', random)} \\`,
  'go.sum': (random) =>
    `github.com/${word(random)}/${word(random)} v1.${filled('<d2>', random)}.0 h1:${base64(43, random)}=`,
  'image in base64': (random) => `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${base64(400, random)}`,
  'font in base64': (random) => `src:url(data:font/woff2;base64,d09GMgABAAAAA${base64(600, random)})`,
  'base64 over lines': (random) => Array.from({ length: 4 }, () => base64(76, random)).join('\n'),
  'thinking signature': (random) => `{"type":"thinking","signature":"Er${base64(300, random)}=="}`,
  'minified code': (random) =>
    `!function(e,t){var ${letters('abcdefgh', 2, random)}=e.token,n=t.key||{};return n.${word(random)}=function(r){return r.password?r:null}}(this,{});`,
  'source map': (random) =>
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from(`{"version":3,"sources":["${word(random)}.ts"],"mappings":"${letters('ACEIMQ,;', 80, random)}"}`).toString('base64')}`,
  'usage of tokens': (random) =>
    `"usage":{"input_tokens":${filled('<d4>', random)},"output_tokens":${filled('<d3>', random)},"cache_read_input_tokens":${filled('<d5>', random)}}`,
  path: (random) =>
    `/home/dev/${word(random)}/node_modules/.pnpm/${word(random)}@1.2.3_${filled('<h8>', random)}/node_modules/${word(random)}/index.js:12:34`,
  'hashed file name': (random) =>
    `dist/assets/${word(random)}-${filled('<m8>', random)}.js   ${filled('<d2>', random)}.14 kB │ gzip: 3.20 kB`,
  address: (random) =>
    `https://github.com/${word(random)}/${word(random)}/blob/${filled('<h40>', random)}/src/${word(random)}.ts#L${filled('<d2>', random)}`,
  'HTML class': (random) =>
    `<div class="${word(random)}-${filled('<m6>', random)} css-${filled('<a7>', random)}" data-v-${filled('<h8>', random)}>`,
  'type of a secret': (random) => `  ${word(random)}Token: string;\n  password?: string | undefined;`,
  'documented setting': (random) =>
    `Set ${word(random).toUpperCase()}_API_KEY=<your key> or pass --api-key $${word(random).toUpperCase()}_API_KEY`,
  'masked secret': (random) => `${word(random).toUpperCase()}_TOKEN=****************`,
  'setting without a value': (random) =>
    `${word(random).toUpperCase()}_API_KEY=\n${word(random).toUpperCase()}_SECRET=\n`,
  'secret from the environment': (random) => `password: process.env.${word(random).toUpperCase()}_PASSWORD,`,
  'secret of a workflow': (random) => `          token: \${{ secrets.${word(random).toUpperCase()}_TOKEN }}`,
  'CSS colour and variable': (random) =>
    `--${word(random)}-key: #${filled('<h6>', random)}; color: var(--${word(random)}-token);`,
  'ethereum address': (random) => `token: 0x${filled('<h40>', random)}`,
  'trace id': (random) => `traceparent: 00-${filled('<h32>', random)}-${filled('<h16>', random)}-01`,
  'test result': (random) => ` ✓ ${word(random)} › rejects a wrong password (${filled('<d2>', random)} ms)`,
  question: (random) => `Why does the ${word(random)} ask for the password twice when the token has expired?`,
  'public key': (random) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${base64(43, random)} dev@${word(random)}`,
  certificate: (random) =>
    `-----BEGIN CERTIFICATE-----\n${base64(64, random)}\n${base64(64, random)}\n-----END CERTIFICATE-----`,
  'version list': (random) =>
    `pat-${word(random)} 1.0-${filled('<h8>', random)}, sk-${word(random)}, api-${word(random)}-v2, fc-${word(random)}, sm_${word(random)}`,
  'settings of Kubernetes': (random) =>
    `apiVersion: v1\nkind: ConfigMap\ndata:\n  ${word(random)}: "${word(random)}"\n  mode: fast\n`,
};
