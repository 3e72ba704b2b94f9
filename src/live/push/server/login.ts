import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StemmaError } from '../../../model/stemma-error.ts';
import { isObject, text } from '../../../platform/parse-records.ts';
import { replaceFile } from '../../replace-file.ts';

/** A team's server, and who we are there. */
export interface Login {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** As the server named them when we logged in. */
  readonly user?: string;
  readonly workspace?: string;
}

/** In stemma's home; readable by its owner only, because of the token. */
function pathIn(home: string): string {
  return join(home, 'login.json');
}

/** From the environment (for containers and CI), else as `stemma login` stored it. */
export function loginIn(home: string, env: Readonly<Record<string, string | undefined>>): Login | undefined {
  const stored = storedLogin(home);
  const [url, token] = [env['STEMMA_SERVER'], env['STEMMA_SERVER_TOKEN']];
  if (url) {
    const server = serverUrl(url, true);
    const known = token || (stored?.url === server ? stored.token : undefined);
    return known === undefined ? undefined : { url: server, token: known };
  }
  return stored && (token ? { ...stored, token } : stored);
}

export function storedLogin(home: string): Login | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(pathIn(home), 'utf8'));
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const [url, token] = [text(value['url']), text(value['token'])];
  if (url === undefined || token === undefined) return undefined;
  const [user, workspace] = [text(value['user']), text(value['workspace'])];
  return { url, token, ...(user !== undefined && { user }), ...(workspace !== undefined && { workspace }) };
}

export function storeLogin(home: string, login: Login): string {
  const path = pathIn(home);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  replaceFile(path, Buffer.from(`${JSON.stringify(login, null, 2)}\n`));
  chmodSync(path, 0o600);
  return path;
}

export function removeLogin(home: string): void {
  rmSync(pathIn(home), { force: true });
}

/** The address of a server as people type it. A token must not travel unencrypted. */
export function serverUrl(typed: string, isInsecureFine: boolean): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '')
    throw new StemmaError('bad-argument', `${typed.slice(0, 200)} is not the address of a server.`, {
      hint: 'Give it like https://stemma.example.org, without a user or a password in it.',
    });
  if (url.protocol === 'http:' && !isInsecureFine && !isLoopback(url.hostname))
    throw new StemmaError('bad-argument', `${url.origin} is not encrypted: the token could be read on the way.`, {
      hint: 'Use https://, or --insecure if the network itself is private.',
    });
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
}
