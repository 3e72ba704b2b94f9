import type { Event } from '../../model/event.ts';

/** The files a call has changed, by an editing tool or a shell command. A call that failed changed none. */
export function editedFiles({ failed, marks }: Pick<Event, 'failed' | 'marks'>): readonly string[] {
  return failed ? [] : marks.flatMap((mark) => (mark.startsWith(edit) ? [mark.slice(edit.length)] : []));
}

const edit = 'edit ';
