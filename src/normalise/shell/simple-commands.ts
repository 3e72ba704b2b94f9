/** One program with its arguments, as a shell would run it, wrappers and all. */
export interface SimpleCommand {
  /** Quotes and backslashes removed; assignments before the program left out. */
  readonly words: readonly string[];
  /** Files that its output is written to. */
  readonly writes: readonly string[];
  /** It adds to the end of those files. */
  readonly appends?: true;
  /** What its here-documents and here-strings hold, in order; absent when it has none. */
  readonly documents?: readonly string[];
  /** The `xargs` or `find` that runs it on files found elsewhere, with its arguments. */
  readonly by?: readonly string[];
  /** How it is joined to the next one: its exit code is lost after `|`, and after `;` unless it is the last. */
  readonly joint: '' | '&&' | '||' | ';' | '|' | '&';
}

/**
 * Parses a command line well enough to see what it does: sequences, pipelines, subshells, quotes, here-documents. It
 * never throws: invalid input is parsed as far as possible. Substitutions are kept as text. Nothing behind the first
 * million characters is read.
 */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  return new ShellReader(line.length > longest ? line.slice(0, longest) : line).read();
}

// Here-documents may hold whole files. Beyond this a line is data, and what it does is known long before.
const longest = 1_000_000;
const hereString = /^["']\r?\n/;
const wordEnd = /[\s;&|<>()"'\\$`#]/g;

/** In a path of Windows: `C:\work\.env`, `scripts\run.ps1`. No shell needs one before a letter in a word. */
function isSeparator(before: string, next: string): boolean {
  if (/^[A-Za-z]:|\\|^\.{1,2}$/.test(before)) return /[\w.*-]/.test(next);
  return /\w$/.test(before) && /[A-Za-z]/.test(next);
}

class ShellReader {
  readonly #text: string;
  readonly #commands: SimpleCommand[] = [];
  #at = 0;
  #words: string[] = [];
  #writes: string[] = [];
  #appends = false;
  #documents: string[] | undefined;
  /** Marks of the here-documents whose bodies begin on the next line, and where the bodies go. */
  #pending: { readonly mark: string; readonly to: string[] }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly SimpleCommand[] {
    while (this.#at < this.#text.length) this.#token();
    this.#end('');
    return this.#commands;
  }

  #token(): void {
    const text = this.#text;
    const letter = text[this.#at]!;
    const next = text[this.#at + 1];
    switch (letter) {
      case ' ':
      case '\t':
      case '\r':
        this.#at++;
        return;
      case '\n':
        this.#at++;
        this.#end(';');
        this.#skipDocuments();
        return;
      case ';':
        this.#at++;
        return this.#end(';');
      case '&':
        if (next === '>') return this.#redirect();
        this.#at += next === '&' ? 2 : 1;
        return this.#end(next === '&' ? '&&' : '&');
      case '|':
        this.#at += next === '|' || next === '&' ? 2 : 1;
        return this.#end(next === '|' ? '||' : '|');
      case '(':
      case ')':
        this.#at++;
        return this.#end(';');
      case '<':
      case '>':
        return this.#redirect();
      case '#': {
        const end = text.indexOf('\n', this.#at);
        this.#at = end < 0 ? text.length : end;
        return;
      }
      default:
        // A line that goes on.
        if (letter === '\\' && next === '\n') this.#at += 2;
        else this.#plainWord();
    }
  }

  #plainWord(): void {
    const word = this.#word();
    // `2>&1`: a number before a redirection names a stream.
    const isStream = /^\d$/.test(word) && /[<>]/.test(this.#text[this.#at] ?? '');
    if (isStream) return;
    if (word === '{' || word === '}' || (this.#words.length === 0 && keywords.has(word))) return;
    // Assignments before the program are its environment.
    if (this.#words.length === 0 && /^[A-Za-z_]\w*\+?=/.test(word)) return;
    this.#words.push(word);
  }

  #word(): string {
    const text = this.#text;
    let word = '';
    while (this.#at < text.length) {
      const letter = text[this.#at]!;
      if (letter === '@' && word === '' && hereString.test(text.slice(this.#at + 1, this.#at + 4))) {
        // PowerShell: it ends with a line that begins with the quote.
        word = this.#quoted(this.#at + 2, text.indexOf(`\n${text[this.#at + 1]}@`, this.#at + 2));
        this.#at += 2;
      } else if (letter === "'") {
        word += this.#quoted(this.#at + 1, text.indexOf("'", this.#at + 1));
      } else if (letter === '"') {
        word += this.#doubleQuoted();
      } else if (letter === '\\') {
        // A backslash at the end of a line joins it with the next.
        const next = text[this.#at + 1] ?? '';
        if (next !== '\n') word += isSeparator(word, next) ? `\\${next}` : next;
        this.#at += 2;
      } else if (letter === '$' && text[this.#at + 1] === '(') {
        word += this.#quoted(this.#at, endOfSubstitution(text, this.#at + 2));
      } else if (letter === '$' && text[this.#at + 1] === "'") {
        this.#at++;
      } else if (letter === '`') {
        word += this.#quoted(this.#at, text.indexOf('`', this.#at + 1));
      } else if (' \t\r\n;&|<>()'.includes(letter)) {
        break;
      } else {
        wordEnd.lastIndex = this.#at + 1;
        const end = wordEnd.exec(text)?.index ?? text.length;
        word += text.slice(this.#at, end);
        this.#at = end;
      }
    }
    return word;
  }

  /** The text up to `end`, or to the end of all when the quote is never closed; goes on behind it. */
  #quoted(from: number, end: number): string {
    const to = end < 0 ? this.#text.length : end;
    this.#at = to + 1;
    return this.#text.slice(from, to);
  }

  #doubleQuoted(): string {
    const text = this.#text;
    const from = this.#at + 1;
    const end = endOfDoubleQuotes(text, from);
    this.#at = end + 1;
    const inside = text.slice(from, end);
    return inside.includes('\\') ? inside.replace(/\\(["\\$`])|\\\n/g, '$1') : inside;
  }

  #redirect(): void {
    const text = this.#text;
    redirection.lastIndex = this.#at;
    const sign = redirection.exec(text)?.[0] ?? text[this.#at]!;
    this.#at += sign.length;
    if (sign.startsWith('<<') && sign !== '<<<') {
      blanks.lastIndex = this.#at;
      this.#at += blanks.exec(text)![0].length;
      const mark = this.#word();
      if (mark !== '') this.#pending.push({ mark, to: (this.#documents ??= []) });
      return;
    }
    if (sign.endsWith('&')) {
      const stream = /^(?:\d|-)/.test(text.slice(this.#at, this.#at + 1));
      if (stream) {
        this.#at++;
        return;
      }
    }
    blanks.lastIndex = this.#at;
    this.#at += blanks.exec(text)![0].length;
    const target = this.#word();
    if (sign === '<<<') (this.#documents ??= []).push(target);
    if (!sign.includes('>') || target === '') return;
    this.#writes.push(target);
    if (sign.endsWith('>>')) this.#appends = true;
  }

  #skipDocuments(): void {
    for (const { mark, to } of this.#pending) {
      const from = this.#at;
      this.#at = endOfDocument(this.#text, from, mark);
      to.push(bodyOf(this.#text, from, this.#at, mark));
    }
    this.#pending = [];
  }

  #end(joint: SimpleCommand['joint']): void {
    const words = this.#words;
    const writes = this.#writes;
    if (words.length > 0 || writes.length > 0)
      this.#commands.push(
        this.#appends || this.#documents ? this.#withMore(words, writes, joint) : { words, writes, joint },
      );
    this.#words = [];
    this.#writes = [];
    this.#appends = false;
    this.#documents = undefined;
  }

  #withMore(words: readonly string[], writes: readonly string[], joint: SimpleCommand['joint']): SimpleCommand {
    return {
      words,
      writes,
      joint,
      ...(this.#appends && { appends: true as const }),
      ...(this.#documents && { documents: this.#documents }),
    };
  }
}

const redirection = /&?(?:<<<|<<-?|<&|<>|<|>>|>&|>\||>)/y;
const blanks = /[ \t]*/y;
// They stand before a command, or alone.
const keywords = new Set(['if', 'then', 'elif', 'else', 'fi', 'do', 'done', 'while', 'until', '!', 'esac']);

function endOfDoubleQuotes(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') return at;
    if (letter === '\\') at++;
    // A substitution has quotes and here-documents of its own.
    else if (letter === '$' && text[at + 1] === '(') at = endOfSubstitution(text, at + 2);
  }
  return text.length;
}

/** Where the `)` of `$(` stands. */
function endOfSubstitution(text: string, from: number): number {
  const documents: string[] = [];
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    switch (text[at]) {
      case '(':
        depth++;
        break;
      case ')':
        if (--depth === 0) return at;
        break;
      case '\\':
        at++;
        break;
      case "'":
        at = closing(text, "'", at + 1);
        break;
      case '"':
        at = closing(text, '"', at + 1);
        break;
      case '<': {
        documentMark.lastIndex = at;
        const mark = documentMark.exec(text);
        if (!mark) break;
        documents.push(mark[1]!);
        at = documentMark.lastIndex - 1;
        break;
      }
      case '\n':
        for (const mark of documents.splice(0)) at = endOfDocument(text, at + 1, mark) - 1;
        break;
      default:
    }
  }
  return text.length;
}

const documentMark = /<<-?[ \t]*\\?["']?(\w+)["']?/y;

function closing(text: string, quote: string, from: number): number {
  const end = text.indexOf(quote, from);
  return end < 0 ? text.length : end;
}

/** Behind the line that is nothing but the mark. */
function endOfDocument(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (text.slice(at, end).trim() === mark) return end;
    at = end + 1;
  }
  return text.length;
}

/** The lines of a here-document without the mark, or as far as they go when it is never closed. */
function bodyOf(text: string, from: number, to: number, mark: string): string {
  const lastLine = Math.max(from, text.lastIndexOf('\n', to - 1) + 1);
  return text.slice(from, text.slice(lastLine, to).trim() === mark ? lastLine : to);
}
