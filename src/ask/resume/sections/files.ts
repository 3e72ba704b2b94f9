import { fileOdds, worthNaming } from '../files/file-odds.ts';
import { nameOf } from '../files/file-name.ts';
import { fileContext, isTight, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { shownPath } from '../files/shown-path.ts';
import { brief, times } from '../facts/message-text.ts';
import type { WorkFile } from '../facts/work.ts';

/** The files that will probably be needed again, with what was done to each. */
export function files(facts: ResumeFacts): OfferedSection {
  const {
    work,
    task,
    written,
    history: { session },
  } = facts;
  const ranked = fileOdds(fileContext(facts), facts.weights);
  const named = worthNaming(ranked);
  // A short pack names edited files where it says what is not committed, and has no room for what was only looked at.
  const isAnyEdited = named.some(({ file }) => file.edits.length > 0);
  const lines = named
    .filter(({ file }) => !isTight(facts) || !isAnyEdited || (file.edits.length > 0 ? !isUnkept(file) : isNamed(file)))
    .map(({ file }, at) => line(file, 80 - Math.min(30, at * 2.5)));
  // A large budget has room for unlikely files too.
  const rest =
    facts.room < ample ? [] : ranked.slice(named.length).map(({ file }, at) => line(file, 30 - Math.min(29, at * 0.1)));
  return { title: 'Files in play', lines: [...lines, ...rest], share: 0.11 };

  function line(file: WorkFile, worth: number): Offered {
    return {
      text: `${facts.mention?.(file.path) ?? shownPath(file.path, session)}: ${brief(stateOf(file), 160)}`,
      step: file.last.event.id,
      worth,
    };
  }

  function stateOf(file: WorkFile): string {
    const { edits, reads, failed } = file;
    if (failed.at(-1) === file.last && file.last.result)
      return `the last try failed: ${brief(file.last.result.summary, isTight(facts) ? 40 : 80)}`;
    if (edits.length > 0)
      return `edited ${times(edits.length)}${namesIn(file)}${isUnkept(file) && !isTight(facts) ? `, ${checkedSince(file)}` : ''}`;
    if (isNamed(file)) return 'named in the request, not edited';
    if (reads.length === 0) return 'by a sub-agent';
    return reads.some(({ result }) => result !== undefined) ? 'read' : 'being read';
  }

  /** The functions and classes that the last edits wrote. */
  function namesIn({ path, edits }: WorkFile): string {
    const names = edits.flatMap(({ event }) =>
      (written.edits.get(event.id) ?? [])
        .filter((part) => part.path === undefined || part.path.endsWith(path) || path.endsWith(part.path))
        .flatMap(({ text }) => [...text.matchAll(defines)].map(([, name, arrow]) => (name ?? arrow)!)),
    );
    return names.length === 0 ? '' : ` (${[...new Set(names)].slice(0, 4).join(', ')})`;
  }

  function checkedSince(file: WorkFile): string {
    const place = file.edits.at(-1)!.place;
    if (work.green && work.green.place > place) return 'a check passed since';
    return work.check && work.check.place > place ? 'the check since failed' : 'no check since';
  }

  function isUnkept({ edits }: WorkFile): boolean {
    return (edits.at(-1)?.place ?? -1) > (work.commit?.place ?? -1);
  }

  function isNamed({ path }: WorkFile): boolean {
    return task.asked.includes(nameOf(path));
  }
}

const ample = 4 * 4000;
const defines =
  /\b(?:function|class|def|fn|func|interface|struct|enum|trait)\s+(\w{3,})|\b(?:const|let)\s+(\w{4,})\s*=\s*(?:async\b|useCallback|\([^)\n]*\)\s*(?::[^=\n]+)?=>)/g;
