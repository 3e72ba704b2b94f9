import { basename } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';
import { headingAt, sessionId } from '../opencode-format/container/heading.ts';
import type { Heading } from '../opencode-format/container/heading.ts';

export const flavor = 'opencode';

export function uidOf(session: string): SessionUid {
  return sessionUid(flavor, session);
}

/** A session out of a container, or one that `opencode export` wrote. */
export function matches({ head }: Peek): boolean {
  return headingIn(head) !== undefined || isExport(head);
}

export function document({ head }: Peek): DocumentShape | undefined {
  return isExport(head) ? { records: ['messages'] } : undefined;
}

/** A sub-agent names the session that started it. A fork names none: its records show it. */
export function identify({ path, head }: Peek): Identity {
  const { opencode, session, parent, root, created } = headingIn(head) ?? exportedIn(head);
  const above = parent === undefined || parent === session ? undefined : uidOf(parent);
  return {
    session:
      session === undefined ? sessionUid(flavor, basename(path).replace(/\.\w+$/, '') || 'unnamed') : uidOf(session),
    ...(above && {
      root: root === undefined ? above : uidOf(root),
      parent: {
        uid: above,
        relation: 'subagent' as const,
        ...(opencode === 'go' && { call: session!.replace(/^.*\$\$/, '') }),
      },
    }),
    ...(created !== undefined && { begun: created }),
    ...(opencode === 'log' && { secondary: true as const }),
  };
}

/** Other programs that keep their sessions so name themselves. */
function headingIn(head: string): Heading | undefined {
  const heading = headingAt(head);
  return heading?.by === undefined ? heading : undefined;
}

/**
 * `{"info": {"id": "ses_…", …}, "messages": […]}`, with or without white space, and with the fields of the session in
 * any order.
 */
function isExport(head: string): boolean {
  const info = infoIn(head);
  return (
    info !== undefined &&
    /"id"\s*:\s*"ses_\w+"/.test(info) &&
    /"projectID"\s*:/.test(info) &&
    /"version"\s*:/.test(info)
  );
}

function exportedIn(head: string): { readonly [Field in keyof Heading]?: Heading[Field] | undefined } {
  const info = infoIn(head) ?? '';
  const idIn = (field: string) => sessionId(new RegExp(`"${field}"\\s*:\\s*"(ses_\\w+)"`).exec(info)?.[1]);
  const created = /"time"\s*:\s*\{[^{}]*?"created"\s*:\s*(\d{1,16})/.exec(info)?.[1];
  return { session: idIn('id'), parent: idIn('parentID'), ...(created !== undefined && { created: Number(created) }) };
}

/** The text before the messages. A title may contain anything, but no unescaped quotation mark. */
function infoIn(head: string): string | undefined {
  if (!/^\s*\{\s*"info"\s*:\s*\{/.test(head)) return undefined;
  const end = /"messages"\s*:\s*\[/.exec(head)?.index;
  return end === undefined ? undefined : head.slice(0, end);
}
