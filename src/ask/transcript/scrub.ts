import type { Session } from '../../model/session.ts';
import type { FoundImage } from '../step-detail/images-in.ts';
import type { FileDiff, Part, Text } from './parts.ts';

/** What was taken out of a transcript before it was written, by kind. */
export interface Removed {
  readonly secrets: number;
  readonly home_folders: number;
  readonly user_names: number;
  readonly emails: number;
  readonly addresses: number;
  readonly images: number;
}

/** `Removed before it was written: 3 secrets, 1 image.` */
export function removedText(removed: Removed): string {
  const names: readonly (readonly [keyof Removed, one: string, many: string])[] = [
    ['secrets', 'secret', 'secrets'],
    ['user_names', 'user name', 'user names'],
    ['home_folders', 'home folder', 'home folders'],
    ['emails', 'e-mail address', 'e-mail addresses'],
    ['addresses', 'network address', 'network addresses'],
    ['images', 'image', 'images'],
  ];
  const found = names.flatMap(([name, one, many]) =>
    removed[name] === 0 ? [] : [`${removed[name]} ${removed[name] === 1 ? one : many}`],
  );
  return `Removed before it was written: ${found.length === 0 ? 'nothing was found' : found.join(', ')}.`;
}

/**
 * Takes out what names a person or a machine: home folders, the user names in them, e-mail and network addresses,
 * images. Secrets are gone already, and counted.
 */
export class Scrubber {
  readonly #names = new Set<string>();
  readonly #counts = { secrets: 0, home_folders: 0, user_names: 0, emails: 0, addresses: 0, images: 0 };
  #ofNames: RegExp | undefined;

  constructor(session: Session) {
    this.#learn(session.cwd ?? '');
  }

  /** User names may stand before the first folder that shows them: everything is read once before it is written. */
  learn(part: Part): void {
    for (const text of textsOf(part)) this.#learn(text);
  }

  part(part: Part): Part {
    const text = (of: Text): Text => ({ ...of, text: this.text(of.text) });
    switch (part.is) {
      case 'prompt':
        return { ...part, text: text(part.text), images: this.#images(part.images) };
      case 'message':
      case 'thinking':
      case 'note':
        return { ...part, text: text(part.text) };
      case 'call':
        return {
          ...part,
          summary: this.text(part.summary),
          input: part.input && text(part.input),
          diffs: part.diffs.map((diff): FileDiff => ({
            path: this.text(diff.path),
            hunks: diff.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map((line) => this.text(line)) })),
          })),
        };
      case 'result':
        return {
          ...part,
          summary: this.text(part.summary),
          of: part.of === null ? null : this.text(part.of),
          output: text(part.output),
          images: this.#images(part.images),
        };
      case 'gone':
        return { ...part, summary: this.text(part.summary) };
    }
  }

  text(text: string): string {
    const counts = this.#counts;
    counts.secrets += text.match(/\[redacted:[\w-]+\]/g)?.length ?? 0;
    let clean = text
      .replace(homeFolders, () => {
        counts.home_folders += 1;
        return '~';
      })
      .replace(emails, () => {
        counts.emails += 1;
        return '[e-mail]';
      })
      .replace(addresses, (address) => {
        if (/^(?:127\.|0\.0\.0\.0$|255\.)/.test(address) || address.split('.').some((part) => Number(part) > 255))
          return address;
        counts.addresses += 1;
        return '[address]';
      });
    if (this.#ofNames !== undefined)
      clean = clean.replace(this.#ofNames, () => {
        counts.user_names += 1;
        return '[user]';
      });
    return clean;
  }

  removed(): Removed {
    return { ...this.#counts };
  }

  #learn(text: string): void {
    for (const [, unix, windows] of text.matchAll(namesInFolders)) {
      const name = unix ?? windows ?? '';
      if (name.length < 3 || this.#names.size >= maxNames || common.has(name.toLowerCase()) || this.#names.has(name))
        continue;
      this.#names.add(name);
      const all = [...this.#names].map((each) => each.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`));
      this.#ofNames = new RegExp(`(?<![A-Za-z0-9])(?:${all.join('|')})(?![A-Za-z0-9])`, 'gi');
    }
  }

  #images(images: readonly FoundImage[]): readonly FoundImage[] {
    this.#counts.images += images.length;
    return [];
  }
}

const homeFolders = /(?:\/(?:home|Users)\/[\w.-]+|[A-Za-z]:(?:\\\\|\\|\/)Users(?:\\\\|\\|\/)[\w.-]+)/g;
const namesInFolders = /\/(?:home|Users)\/([\w.-]+)|[A-Za-z]:(?:\\\\|\\|\/)Users(?:\\\\|\\|\/)([\w.-]+)/g;
const emails = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;
const addresses = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;
const maxNames = 20;
/** Names of folders that are nobody's name, and would take ordinary words out of the text. */
const common = new Set([
  'user',
  'users',
  'shared',
  'public',
  'dev',
  'developer',
  'node',
  'root',
  'runner',
  'ubuntu',
  'admin',
  'home',
  'vscode',
  'you',
  'username',
  'name',
]);

function textsOf(part: Part): readonly string[] {
  switch (part.is) {
    case 'prompt':
    case 'message':
    case 'thinking':
    case 'note':
      return [part.text.text];
    case 'call':
      return [part.summary, part.input?.text ?? '', ...part.diffs.map(({ path }) => path)];
    case 'result':
      return [part.summary, part.output.text];
    case 'gone':
      return [part.summary];
  }
}
