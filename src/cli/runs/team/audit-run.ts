import type { Run } from '../../run.ts';
import { oneLine } from '../../text/safe-text.ts';
import { dayAndTime } from '../../text/when.ts';
import { linesOf } from './lines-of.ts';
import { openRegistry } from './server-place.ts';

export async function auditRun(
  run: Run,
  filter: { readonly workspace: string | undefined; readonly since: number | undefined },
  limit: number,
): Promise<void> {
  using registry = openRegistry(run);
  const lines = registry.auditLines(filter, limit);
  await run.answer({ audit: lines.map((line) => ({ ...line, at: new Date(line.at).toISOString() })) }, () =>
    lines.length === 0
      ? 'nothing\n'
      : linesOf(
          ['when', 'who', 'workspace', 'what', ''],
          lines.map(({ at, actor, workspace, action, subject, address }) => [
            dayAndTime(new Date(at).toISOString()),
            oneLine(actor),
            workspace ?? '',
            action,
            oneLine([subject, address && `from ${address}`].filter(Boolean).join(' ')),
          ]),
          run.ink,
        ),
  );
}
