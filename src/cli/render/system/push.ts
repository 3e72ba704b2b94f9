import type { PushReport } from '../../../live/push/push.ts';
import type { LeftOut, WhyLeftOut } from '../../../live/push/survey.ts';
import { bytes, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { wrap } from '../../text/width.ts';

export interface LeftOutGroup {
  readonly repo: string | null;
  readonly why: WhyLeftOut;
  readonly sessions: number;
  readonly files: number;
}

/** By repository and reason, the largest first. */
export function grouped(leftOut: readonly LeftOut[]): readonly LeftOutGroup[] {
  const groups = Map.groupBy(leftOut, ({ repo, why }) => `${why}\0${repo ?? ''}`);
  return [...groups.values()]
    .map((some) => ({
      repo: some[0]!.repo,
      why: some[0]!.why,
      sessions: new Set(some.map(({ session }) => session)).size,
      files: some.length,
    }))
    .sort((a, b) => b.sessions - a.sessions || ((a.repo ?? '') < (b.repo ?? '') ? -1 : 1));
}

interface PushRenderOptions {
  readonly server: string;
  readonly isDry: boolean;
  readonly columns: number;
  readonly folder: string | undefined;
}

export function renderPush(report: PushReport, { server, isDry, columns, folder }: PushRenderOptions): string {
  const { sessions, files, secrets, up_to_date: upToDate } = report;
  const lines: string[] = [];
  if (files === 0)
    lines.push(upToDate > 0 ? `nothing new for ${server}` : `nothing ${isDry ? 'would be' : 'was'} sent to ${server}`);
  else {
    const packed = isDry ? '' : `, ${bytes(report.sent_bytes)} on the way`;
    const added = isDry ? '' : `; ${plural(report.events, 'event')} new there`;
    lines.push(
      `${isDry ? 'would send' : 'sent'} ${plural(sessions, 'session')} to ${server}: ${plural(files, 'file')}, ${bytes(report.bytes)}${packed}, ${plural(secrets, 'secret')} redacted${added}`,
    );
  }
  if (folder !== undefined && files > 0) lines.push(`what would be sent is in ${oneLine(folder)}`);
  const groups = grouped(report.left_out);
  if (groups.length > 0) lines.push('', 'left out:');
  for (const { repo, why, sessions: count } of groups.slice(0, shown))
    lines.push(`  ${oneLine(repo ?? '(no repository)')}: ${plural(count, 'session')}, ${reasons[why]}`);
  if (groups.length > shown) lines.push(`  … and ${groups.length - shown} more; --json lists them`);
  if (groups.some(({ why }) => why === 'not-shared')) lines.push('`stemma share NAME team` shares a repository.');
  for (const { path, message } of report.problems.slice(0, shown)) lines.push(`${oneLine(path)}: ${oneLine(message)}`);
  return lines
    .flatMap((line) => (line === '' ? [''] : wrap(line, columns)))
    .map((line) => `${line}\n`)
    .join('');
}

const shown = 20;

const reasons: Readonly<Record<WhyLeftOut, string>> = {
  'not-shared': 'not shared',
  'opted-out': 'shared with nobody (config.json, or .stemma.json in the repository)',
  excluded: 'excluded in config.json',
  'secret-in-name': 'its id or path looks like a secret',
  evicted: 'its bytes were evicted',
  unfinished: 'still being written, or of an agent this stemma does not know',
  refused: 'the server does not take it',
  'no-session': 'no session',
};
