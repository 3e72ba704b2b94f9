import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { formOf } from './picture.ts';
import type { PictureStep } from './picture.ts';
import { oneLine } from './text.ts';
import { stepKind } from '../walk/step.ts';

export interface Drawn {
  readonly event: Event;
  readonly number: string;
}

/** Events as the steps of a picture of this session, in the order given. `known` are all edges that could be drawn. */
export async function stepsOf(
  read: StoreReader,
  drawn: readonly Drawn[],
  here: SessionUid,
  known: readonly Edge[],
): Promise<readonly PictureStep[]> {
  const ids = new Set(drawn.map(({ event }) => event.id));
  const leftOut = Map.groupBy(
    known.filter(({ cause }) => !ids.has(cause)),
    ({ effect }) => effect,
  );
  const folders = new Map<SessionUid, string | null>();
  const steps: PictureStep[] = [];
  for (const { event, number } of drawn) {
    const { id, native_id, session, act, type, tool, origin, at, duration_ms, failed } = event;
    if (!folders.has(session)) folders.set(session, (await read.session(session))?.cwd ?? null);
    steps.push({
      id,
      native_id: native_id === null ? null : oneLine(native_id),
      session: oneLine(session),
      number,
      form: formOf(act, stepKind(event) === 'prompt'),
      act,
      tool: nameOf(tool ?? type),
      origin,
      text: textOf(event, folders.get(session) ?? null),
      at,
      took: duration_ms,
      failed,
      causesLeftOut: leftOut.get(id)?.length ?? 0,
      isElsewhere: session !== here,
    });
  }
  return steps;
}

/** What it was called: the tool, or the term a program logged it under. */
function nameOf(name: string | null): string | null {
  return name === null ? null : oneLine(name);
}

/**
 * The summary without what stands beside it anyway: the tool's name, and the folder every path of the session begins
 * with.
 */
function textOf({ summary, tool }: Event, cwd: string | null): string {
  let text = oneLine(summary);
  const folder = cwd?.replace(/\/+$/, '');
  if (folder) {
    const fromHome = folder.replace(/^\/(?:home|Users)\/[^/]+/, '~');
    text = text.replaceAll(`${folder}/`, '').replaceAll(`${fromHome}/`, '');
  }
  const name = tool === null ? '' : oneLine(tool);
  return name !== '' && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}
