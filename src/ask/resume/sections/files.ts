import { fileOdds, worthNaming } from '../files/file-odds.ts';
import { nameOf } from '../files/file-name.ts';
import { fileContext, isTight, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { shownPath } from '../files/shown-path.ts';
import { ago, brief, times } from '../facts/message-text.ts';
import type { WorkFile } from '../facts/work.ts';

/** The files that will probably be needed again, with what was done to each. */
export function files(facts: ResumeFacts): OfferedSection {
  const {
    work,
    task,
    history: { session },
  } = facts;
  const ranked = fileOdds(fileContext(facts), facts.weights);
  const named = worthNaming(ranked);
  const lines = named.map(({ file }, at) => line(file, 92 - Math.min(22, at * 1.5)));
  // A large budget has room for unlikely files too.
  const rest =
    facts.room < ample ? [] : ranked.slice(named.length).map(({ file }, at) => line(file, 30 - Math.min(29, at * 0.1)));
  return { title: 'Files in play', lines: [...lines, ...rest] };

  function line(file: WorkFile, worth: number): Offered {
    return {
      text: `${facts.mention?.(file.path) ?? shownPath(file.path, session)}: ${brief(isTight(facts) ? shortly(file) : fully(file), 200)}`,
      step: file.last.event.id,
      worth,
    };
  }

  function shortly(file: WorkFile): string {
    if (file.edits.length > 0) return `edited ${times(file.edits.length)}${isUnkept(file) ? '' : ', committed'}`;
    if (file.failed.length > 0) return `tried ${times(file.failed.length)}, failed`;
    if (isNamed(file)) return 'asked for, not edited yet';
    return file.reads.length > 0 ? 'read' : 'by a sub-agent';
  }

  function fully(file: WorkFile): string {
    const { edits, reads, failed, delegated } = file;
    const parts: string[] = [];
    if (edits.length > 0) parts.push(`edited ${times(edits.length)}`);
    if (reads.length > 0)
      parts.push(
        edits.length > 0
          ? `read ${times(reads.length)}`
          : `read ${times(reads.length)}, not edited${isNamed(file) ? ' yet though asked for' : ''}`,
      );
    if (failed.at(-1) === file.last && file.last.result)
      parts.push(`the last try failed: ${brief(file.last.result.summary, 80)}`);
    else if (edits.length + reads.length === 0 && failed.length > 0)
      parts.push(`tried ${times(failed.length)}, failed`);
    if (edits.length + reads.length + failed.length === 0) parts.push(`used by a sub-agent ${times(delegated.length)}`);
    parts.push(`last ${ago(work.steps.length - 1 - file.last.place)}`);
    if (edits.length > 0) parts.push(state(file));
    return parts.join('; ');
  }

  function state(file: WorkFile): string {
    const place = file.edits.at(-1)!.place;
    const checked =
      work.green && work.green.place > place
        ? 'a check passed since'
        : work.check && work.check.place > place
          ? 'the check since failed'
          : 'no check since';
    return isUnkept(file) ? checked : 'committed';
  }

  function isUnkept({ edits }: WorkFile): boolean {
    return (edits.at(-1)?.place ?? -1) > (work.commit?.place ?? -1);
  }

  function isNamed({ path }: WorkFile): boolean {
    return task.asked.includes(nameOf(path));
  }
}

const ample = 4 * 4000;
