import type { Sink } from '../sink.ts';
import { tidy } from './comments.ts';

/** Go's type checker numbers its errors: what it says for one, with the comment on its number. */
export class GoCodes {
  readonly #explained = new Map<string, string>();
  readonly #messages: (readonly [code: string, message: string])[] = [];

  read(text: string): void {
    for (const [, comment, code] of text.matchAll(/((?:^\t\/\/.*\n)+)\t_(\w+)\b/gm)) {
      const says = tidy(comment!.replace(/^\t\/\/ ?/gm, '').replace(/\nExample:[\s\S]*/, ''));
      if (/ occurs /.test(says)) this.#explained.set(code!, says.replace(/^\w+ occurs (?:when|if|for)?/, ''));
    }
    for (const [, code, message] of text.matchAll(/\b_([A-Z]\w+),\s*(?:\w+,\s*)?"((?:[^"\\]|\\.){8,200})"/g))
      this.#messages.push([code!, message!.replace(/%\w/g, ' ')]);
  }

  /** Tests of the compiler say in a comment what they are about, and beside each line what it must complain of. */
  test(text: string, sink: Sink): void {
    const about = tidy(
      text
        .replace(/^package [\s\S]*$/m, '')
        .replace(/^\/\/ ?(?:Copyright|Use of|license|errorcheck|run|compile).*$/gm, '')
        .replace(/^\/\/ ?/gm, '')
        .replace(/Does not compile\.?/, ''),
    );
    const messages = new Set(
      Array.from(text.matchAll(/\/\/ (?:GC_)?ERROR "((?:[^"\\]|\\.){8,200})"/g), (match) =>
        match[1]!.replace(/\\.|[.*|^$?+]/g, ' '),
      ),
    );
    for (const message of [...messages].slice(0, 4)) if (about.length > 15) sink.pair(about, message, 'message');
  }

  tell(sink: Sink): void {
    for (const [code, message] of this.#messages) {
      const says = this.#explained.get(code);
      if (says) sink.pair(message, says, 'error');
    }
    for (const [code, says] of this.#explained) sink.pair(code, says, 'error');
  }
}
