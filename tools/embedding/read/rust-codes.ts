import type { Sink } from '../sink.ts';
import { firstSentences, isProse } from './blocks.ts';
import { tidy } from './comments.ts';

/** What rustc says, in its own tests, with what the index of its error codes says about the same code. */
export class RustCodes {
  readonly #explained = new Map<string, string>();
  readonly #messages = new Map<string, Set<string>>();

  explanation(code: string, page: string): void {
    const body = page.replace(/```[\s\S]*?```/g, '\n').replace(/####? Note:.*$/m, '');
    const says = body
      .split(/\n\s*\n/)
      .map(tidy)
      .filter((text) => isProse(text) && !text.startsWith('Erroneous code example'));
    if (says[0]) this.#explained.set(code, says.slice(0, 2).join(' '));
  }

  /** `path` is of the test: its authors named it after what goes wrong in it. */
  output(stderr: string, path: string, sink: Sink): void {
    const about = path
      .replace(/.*\/ui\//, '')
      .replace(/(?:issue-)?\d+|\.\w+$/g, '')
      .replace(/[/_-]+/g, ' ')
      .trim();
    let told = 0;
    for (const [, code, message, rest] of stderr.matchAll(/^error\[(E\d{4})\]: (.+)\n((?:(?!^error|^$).*\n)*)/gm)) {
      const known = this.#messages.get(code!) ?? new Set();
      this.#messages.set(code!, known);
      const bare = message!.replace(/`[^`]*`/g, '');
      if (known.has(bare)) continue;
      known.add(bare);
      sink.prose(message!);
      if (about.length > 10 && told++ < 2) sink.pair(about, bare, 'message');
      for (const [, label] of rest!.matchAll(/\^+ (.{12,160})$/gm))
        sink.pair(bare, label!.replace(/`[^`]*`/g, ''), 'error');
      for (const [, note] of rest!.matchAll(/= (?:help|note): (.{12,200})$/gm))
        sink.pair(bare, note!.replace(/`[^`]*`/g, ''), 'error');
    }
  }

  tell(sink: Sink): void {
    for (const [code, messages] of this.#messages) {
      const says = this.#explained.get(code);
      if (!says) continue;
      for (const message of [...messages].slice(0, 8)) sink.pair(`${code} ${message}`, firstSentences(says), 'error');
    }
  }
}
