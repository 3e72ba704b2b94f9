import type { Sink } from '../sink.ts';
import { firstSentences, isAboutErrors, isProse, sentencesOf, tellProse } from './blocks.ts';

interface Language {
  /** Lines of a comment, without their marks; undefined when the line is none. */
  readonly comment: RegExp;
  /** What a comment may stand above, with the name in the first group that is set. */
  readonly named: RegExp;
  /** Where an error is raised, with its message in the first group that is set. */
  readonly raised: RegExp;
}

const raisedJs =
  /(?:\b(?:Error|Exception|fail|error|warn|warning|fatal|abort|panic|assert|invariant|reject|raise|report\w*|diag|message|reason|description)\w*\s*(?:\(|:|=)[^"'`\n]{0,60})(?:"((?:[^"\\\n]|\\.){12,300})"|'((?:[^'\\\n]|\\.){12,300})'|`([^`\n]{12,300})`)/;

export const javascript: Language = {
  comment: /^\s*(?:\/\/+|\/?\*+)\s?(.*?)(?:\*\/)?\s*$/,
  named:
    /^\s*(?:export\s+|declare\s+|default\s+|public\s+|static\s+|readonly\s+|async\s+|abstract\s+)*(?:function|class|interface|type|const|let|var|enum|namespace|method)?\s*["']?([A-Za-z_$][\w$]{2,})["']?\s*[?:(=<{,;]/,
  raised: raisedJs,
};

export const go: Language = {
  comment: /^\s*\/\/\s?(.*)$/,
  named: /^\s*(?:func\s+(?:\([^)]*\)\s*)?|type\s+|var\s+|const\s+)?([A-Za-z_]\w{2,})\b/,
  raised:
    /(?:errors\.New|Errorf|panic|Fatalf?|error\w*|softErrorf|Error|base\.\w+|throw|errorString\w*)\([^"\n]{0,60}"((?:[^"\\\n]|\\.){8,300})"/,
};

export const rust: Language = {
  comment: /^\s*\/\/[/!]?\s?(.*)$/,
  named:
    /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+|async\s+|const\s+|static\s+|extern\s+"C"\s+)*(?:fn|struct|enum|trait|type|mod|static|const|macro_rules!)?\s*([A-Za-z_]\w{2,})/,
  raised:
    /(?:panic!|bail!|expect|struct_span_err!|span_err|struct_span_err|unreachable!|assert!|assert_eq!|error|err|note|help|span_label|span_note|span_help|with_span_label|label|msg|format!|warn!?)\([^"\n]{0,60}"((?:[^"\\\n]|\\.){12,300})"/,
};

export const python: Language = {
  comment: /^\s*#\s?(.*)$/,
  named: /^\s*(?:async\s+)?(?:def|class)\s+([A-Za-z_]\w{2,})/,
  raised:
    /(?:raise\s+\w[\w.]*|fail|error|warn\w*|self\.\w*error|assert\w*|msg\s*=|message\s*=)\s*\(?[^"'\n]{0,40}(?:"((?:[^"\\\n]|\\.){10,300})"|'((?:[^'\\\n]|\\.){10,300})')/,
};

/**
 * Comments with the names they stand above, and messages with the comment or the other messages that stand near them.
 */
export function readCode(text: string, language: Language, sink: Sink): void {
  let comment: string[] = [];
  let saidBefore: { text: string; line: number } | undefined;
  let messageBefore: { text: string; line: number } | undefined;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.length > 2000) continue;
    const said = language.comment.exec(line)?.[1];
    if (said !== undefined) {
      comment.push(said);
      continue;
    }
    if (comment.length > 0 && line.trim()) {
      const whole = tidy(comment.join('\n'));
      comment = [];
      if (isProse(whole) && !licence.test(whole)) {
        tellProse(whole, sink);
        saidBefore = { text: whole, line: at };
        const name = firstGroup(language.named.exec(line));
        if (name && /[a-z]/i.test(name))
          sink.pair(name, firstSentences(whole), isAboutErrors(name) ? 'error' : 'symbol');
      }
    }
    const message = firstGroup(language.raised.exec(line));
    if (!message || !isMessage(message)) continue;
    const clean = tidyMessage(message);
    sink.prose(clean);
    const near = saidBefore && at - saidBefore.line < 6 ? saidBefore.text : undefined;
    if (near) sink.pair(clean, sentencesOf(near).at(-1) ?? near, 'message');
    if (messageBefore && at - messageBefore.line < 4 && messageBefore.text !== clean)
      sink.pair(messageBefore.text, clean, 'message');
    const type = /\b(\w+(?:Error|Exception|Warning|Fault))\b|\b(Err[A-Z]\w+|ERR_\w+|E[A-Z]{4,})\b/.exec(line);
    const typeName = type?.[1] ?? type?.[2];
    if (typeName && typeName.length > 7) sink.pair(typeName, clean, 'message');
    messageBefore = { text: clean, line: at };
  }
}

/** A Python docstring, a Go or Rust example and a JSDoc tag are written as comments and are not sentences. */
export function tidy(comment: string): string {
  return comment
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/\{@(?:link|code)\s+([^}]*)\}/g, '$1')
    .replace(
      /^\s*@(?:param|arg|property|returns?|throws|template|see|since|default\w*|type|example|deprecated)\b.*$/gm,
      ' ',
    )
    .replace(/<[^>\n]{1,80}>/g, ' ')
    .replace(/[`*]/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

const licence = /copyright|licen[sc]e|spdx|all rights reserved|eslint-disable|ts-ignore/i;

function firstGroup(match: RegExpExecArray | null): string | undefined {
  return match?.slice(1).find((group) => group !== undefined);
}

function isMessage(text: string): boolean {
  return /[a-z]{2,} [a-z]{2,}/i.test(text) && (text.match(/ /g)?.length ?? 0) >= 2;
}

function tidyMessage(text: string): string {
  return text
    .replace(/\$\{[^}]*\}|%[-+#0-9.*]*[a-zA-Z]|\{\w*(?::[^}]*)?\}/g, ' ')
    .replace(/\\[nrt"'`]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
