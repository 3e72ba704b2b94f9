import { createHash } from 'node:crypto';
import type { Session } from '../../../model/session.ts';
import { escaped } from '../../picture/svg/xml.ts';
import type { FoundImage } from '../../step-detail/images-in.ts';
import type { FileDiff, Part, Text } from '../parts.ts';
import { transcriptScript } from './script.ts';
import { transcriptStyle } from './style.ts';

/**
 * The conversation as one page that asks nothing of anybody: no address is fetched, and only the script and style that
 * the page names by their hashes run. Whatever a transcript says is escaped text.
 */
export async function* pageOf(
  session: Session,
  parts: AsyncIterable<Part>,
  footer: () => string | undefined,
): AsyncGenerator<string> {
  const { title, source, model, repo, branch, started_at: startedAt, uid } = session;
  const name = title ?? 'Session';
  const facts = [source, model, repo, branch, startedAt?.slice(0, 16).replace('T', ' ')];
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${hashOf(transcriptScript)}'; style-src '${hashOf(transcriptStyle)}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${shown(name)}</title>
<style>${transcriptStyle}</style>
</head>
<body>
<header>
<h1>${shown(name)}</h1>
<p>${shown(facts.filter((fact) => fact).join(' · '))}</p>
<p class="quiet">${shown(uid)}</p>
<p class="tools" hidden><button type="button" id="open">Open all</button> <button type="button" id="close">Close all</button></p>
</header>
<main>
`;
  let turn = 0;
  for await (const part of parts) {
    if (part.is === 'prompt' && part.byPerson) turn += 1;
    yield partOf(part, turn);
  }
  const note = footer();
  yield `</main>
${note === undefined ? '' : `<footer><p class="quiet">${shown(note)}</p></footer>\n`}<script>${transcriptScript}</script>
</body>
</html>
`;
}

function partOf(part: Part, turn: number): string {
  switch (part.is) {
    case 'prompt':
      return part.byPerson
        ? `<section class="prompt" aria-labelledby="turn-${turn}"><h2 id="turn-${turn}">Prompt ${turn}${timeOf(part)}</h2>${block(part.text)}${images(part.images)}</section>\n`
        : `<details class="quiet"><summary>From the harness${timeOf(part)}</summary>${block(part.text)}</details>\n`;
    case 'message':
      return `<div class="message">${block(part.text)}</div>\n`;
    case 'thinking':
      return `<details class="quiet"><summary>Thinking</summary>${block(part.text)}</details>\n`;
    case 'note':
      return `<div class="note">${block(part.text)}</div>\n`;
    case 'call':
      return `<details class="call"><summary>${shown(part.summary)}</summary>${part.input === null ? part.diffs.map(diffOf).join('') : code(part.input)}</details>\n`;
    case 'result':
      return `<details class="result${part.failed ? ' failed' : ''}"${part.images.length > 0 ? ' open' : ''}><summary>${part.of === null ? '' : `${shown(part.of)}: `}${part.failed ? '<b>failed</b> ' : '= '}${shown(part.summary === '' ? 'no output' : part.summary)}</summary>${code(part.output)}${images(part.images)}</details>\n`;
    case 'gone':
      return `<p class="quiet">${shown(part.summary)} (its contents are no longer kept)</p>\n`;
  }
}

/** Text as somebody wrote it, with its line breaks. */
function block(text: Text): string {
  return `<div class="text">${shown(text.text)}</div>${rest(text)}`;
}

/** Long code scrolls, so the keyboard must be able to reach it. */
function code(text: Text): string {
  return text.text.trim() === '' ? '' : `<pre tabindex="0">${shown(text.text)}</pre>${rest(text)}`;
}

function rest({ more }: Text): string {
  return more > 0 ? `<p class="quiet">… ${more} more characters</p>` : '';
}

function diffOf({ path, hunks }: FileDiff): string {
  const lines = hunks.map(({ lines: all }) =>
    all
      .map((line) => {
        const kind = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
        return `<${kind}>${shown(line)}</${kind}>\n`;
      })
      .join(''),
  );
  return `<p class="path">${shown(path)}</p><pre class="diff" tabindex="0">${lines.join('<span>⋯</span>\n')}</pre>`;
}

/** The type is what the bytes are, never what a transcript says; SVG, which could run scripts, is none of them. */
function images(all: readonly FoundImage[]): string {
  return all
    .filter(({ base64 }) => /^[A-Za-z0-9+/=\s]+$/.test(base64))
    .map(
      ({ media_type: type, base64 }, at) =>
        `<img src="data:${type};base64,${base64.replaceAll(/\s/g, '')}" alt="Image ${at + 1}" loading="lazy">`,
    )
    .join('');
}

function timeOf({ at }: Part): string {
  return at === null ? '' : ` <time datetime="${escaped(at)}">${escaped(at.slice(11, 16))}</time>`;
}

/** Without characters that a page may not hold, or that reverse its text. */
function shown(text: string): string {
  return escaped(text.replaceAll(unfit, '\ufffd').toWellFormed());
}

// eslint-disable-next-line no-control-regex -- they are what is taken out
const unfit = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
