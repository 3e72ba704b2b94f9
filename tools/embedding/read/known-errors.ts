import type { Sink } from '../sink.ts';
import { firstSentences } from './blocks.ts';

/** PostgreSQL's sources say an error, its details, a hint and the class of the error side by side. */
export function readPostgres(text: string, sink: Sink): void {
  for (const [report] of text.matchAll(/ereport\(\s*(?:ERROR|FATAL|PANIC|WARNING|elevel|LOG)[\s\S]{0,1500}?\)\);/g)) {
    const said = { errmsg: '', errdetail: '', errhint: '' };
    for (const [, name, strings] of report.matchAll(
      /(errmsg|errdetail|errhint)(?:_\w+)?\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g,
    )) {
      said[name as keyof typeof said] = Array.from(strings!.matchAll(/"((?:[^"\\]|\\.)*)"/g), (match) => match[1])
        .join('')
        .replace(/%[-\w.*]*[a-z]|\\./g, ' ');
    }
    const code = /ERRCODE_(\w+)/.exec(report)?.[1]?.toLowerCase().replaceAll('_', ' ');
    if (!said.errmsg) continue;
    sink.prose(`${said.errmsg}. ${said.errdetail} ${said.errhint}`);
    if (code && !/internal error|successful completion/.test(code)) sink.pair(said.errmsg, code, 'error');
    if (said.errdetail) sink.pair(said.errmsg, said.errdetail, 'error');
    if (said.errhint) sink.pair(said.errmsg, said.errhint, 'error');
  }
}

/** The errors of Amazon's services, each with a sentence or two that explain it. */
export function readServiceModel(text: string, sink: Sink): void {
  const model = JSON.parse(text) as { shapes?: Record<string, { exception?: boolean; documentation?: string }> };
  for (const [name, { exception, documentation }] of Object.entries(model.shapes ?? {})) {
    if (!exception || !documentation) continue;
    const says = documentation
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    sink.prose(says);
    sink.pair(name, firstSentences(says), 'error');
  }
}

/** Tables such as {2, "ENOENT", "no such file or directory"} in Go, and XX(ENOENT, "no such …") in libuv. */
export function readErrnoTable(text: string, sink: Sink): void {
  for (const [, name, says] of text.matchAll(/["(]((?:UV_)?E[A-Z0-9]{2,})"?, "([^"]{8,80})"/g)) {
    sink.prose(`${name} ${says}`);
    sink.pair(name!, says!, 'error');
  }
}

/**
 * Classes of errors with the message they carry: `class DiskNotFound(NotFound): msg_fmt = _("No disk at
 * %(location)s")`.
 */
export function readErrorClasses(text: string, sink: Sink): void {
  for (const [, name, body] of text.matchAll(/^class (\w+)\([^)]*\):\n((?:(?:[ \t].*)?\n){1,14})/gm)) {
    const message =
      /^\s+(?:msg_fmt|message|_msg_fmt|msg|description|default_detail|default_message|msg_template|title|explanation|error_msg)\s*=\s*_?\(?\s*_?\(?((?:\s*["'](?:[^"'\\\n]|\\.|(?<=[a-z])'(?=[a-z]))*["'])+)/m.exec(
        body!,
      )?.[1];
    if (!message) continue;
    const clean = Array.from(message.matchAll(/(["'])(.*?)\1(?=\s|$)/gs), (match) => match[2])
      .join('')
      .replace(/%\(\w+\)\w|%\w|\{\w*\}/g, ' ')
      .trim();
    if (clean.length < 8) continue;
    sink.prose(clean);
    sink.pair(name!, clean, 'error');
    const says = /^\s+[rR]?"""([\s\S]*?)"""/.exec(body!)?.[1]?.replace(/\s+/g, ' ').trim();
    if (says && says.length > 12) sink.pair(clean, firstSentences(says), 'error');
  }
}

/** Tests that expect a message, with what the test is called. */
export function readExpectedErrors(text: string, sink: Sink): void {
  for (const part of text.split(/^(?=\s+(?:async )?def test_)/m)) {
    const name = /def (test_\w+)/.exec(part)?.[1]?.replace('test_', '');
    if (!name || name.length < 8) continue;
    const messages = Array.from(
      part.matchAll(
        /(?:assertRaisesRegex|assertWarnsRegex|_check_error|match=)\(?[^"'\n]*?(?:\n\s*)?["']((?:[^"'\\\n]|\\.){12,160})["']/g,
      ),
      (match) => match[1]!.replace(/\\.|[.*^$?+]/g, ' '),
    );
    for (const message of new Set(messages.slice(0, 3))) if (/ /.test(message)) sink.pair(name, message, 'message');
  }
}

/** Numbers of HTTP, each with a phrase and what it stands for. */
export function readStatusTable(text: string, sink: Sink): void {
  for (const [, name, code, phrase, says] of text.matchAll(
    /^\s+([A-Z_]{4,}) = \(?([45]\d\d), '([^']+)'(?:,\s*'([^']+)')?/gm,
  )) {
    sink.prose(`${code} ${phrase}. ${says ?? ''}`);
    sink.pair(`${code} ${name}`, says ?? phrase!, 'error');
  }
}

/** WordNet: the words of one meaning, and the meaning told in other words. */
export function readWordNet(text: string, sink: Sink): void {
  for (const line of text.split('\n')) {
    const [fields, gloss] = line.split(' | ');
    if (!gloss || line.startsWith(' ')) continue;
    const columns = fields!.split(' ');
    const count = Number.parseInt(columns[3]!, 16);
    const words = Array.from({ length: count }, (_, at) =>
      columns[4 + 2 * at]!.replaceAll('_', ' ').replace(/\(.*\)/, ''),
    );
    if (words.some((word) => /[A-Z]/.test(word))) continue;
    sink.prose(gloss.replace(/"/g, ' '));
    sink.pair(words.join(' '), gloss.split(';')[0]!, 'meaning');
  }
}

/** TypeScript's messages; those with the same number of another version would be the same, so they are only read. */
export function readTypeScript(text: string, sink: Sink): void {
  for (const [, says] of text.matchAll(/diag\(\d+, \d+ \/\* \w+ \*\/, "[^"]*", "((?:[^"\\]|\\.)+)"/g))
    sink.prose(says!.replace(/\{\d\}/g, ' ').replace(/\\./g, "'"));
}
