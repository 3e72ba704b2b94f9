import type { Session } from '../../../model/session.ts';
import { wrap } from '../../text/width.ts';
import type { RenderContext } from '../render-context.ts';
import { shortUid } from '../names.ts';

interface TourOptions {
  readonly demo: boolean;
  /** Started by `npm start`, in a clone, where there is no command `stemma`. */
  readonly byNpm: boolean;
}

/** Commands to try next, with ids that exist. */
export function renderTour(
  session: Session | undefined,
  failure: string | undefined,
  { demo, byNpm }: TourOptions,
  { ink, columns }: RenderContext,
): string {
  const flag = demo ? ' --demo' : '';
  const name = session ? ` ${shortUid(session.uid)}` : '';
  const rows: readonly (readonly [string, string])[] = [
    [`stemma sessions${flag}`, 'all sessions'],
    [`stemma timeline${name}${flag}`, 'what happened, in order'],
    [`stemma tree${name}${flag}`, 'by turns, with sub-agents under their calls'],
    ...(failure
      ? ([
          [`stemma failure ${failure}${flag}`, 'one failure, from its root to its fix'],
          [`stemma why ${failure}${flag}`, 'everything that led to it'],
        ] as const)
      : []),
    [`stemma search test --failed${flag}`, 'search all failures'],
    [`stemma serve --open${flag}`, 'the same in the browser'],
    [`stemma help`, 'everything else'],
  ];
  const widest = Math.max(...rows.map(([line]) => line.length));
  const beside = Math.max(...rows.map(([, says]) => says.length)) + widest + 4 <= columns;
  const lines = rows.map(([line, says]) =>
    beside
      ? `  ${line.padEnd(widest)}  ${ink.dim(says)}\n`
      : `  ${line}\n${wrap(says, columns - 6)
          .map((words) => `      ${ink.dim(words)}\n`)
          .join('')}`,
  );
  const here = byNpm ? `${ink.dim('(in this folder, `stemma` is `npm run --silent stemma --`)')}\n` : '';
  return `${ink.bold('Next')}\n${here}${lines.join('')}`;
}
