import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import type { PayloadOptions } from '../event/payload.ts';
import { toDot } from './dot.ts';
import type { PictureFormat } from './formats.ts';
import { contentsOf } from './html/contents.ts';
import { toHtml } from './html/html.ts';
import { toMermaid } from './mermaid.ts';
import { pictureOfEvent } from './of-event.ts';
import { pictureOfSession } from './of-session.ts';
import { defaultBounds } from './options.ts';
import type { PictureOptions } from './options.ts';
import { toSvg } from './svg/svg.ts';

/** The causes of a session, or of one event, as a picture. */
export async function drawAs(
  read: StoreReader,
  session: Session,
  format: PictureFormat,
  options: PayloadOptions & PictureOptions,
): Promise<string> {
  const { event } = options;
  const bounds = { ...defaultBounds(format === 'html'), ...options };
  const picture = event ? await pictureOfEvent(read, event, bounds) : await pictureOfSession(read, session, bounds);
  switch (format) {
    case 'mermaid':
      return toMermaid(picture);
    case 'dot':
      return toDot(picture);
    case 'svg':
      return toSvg(picture);
    case 'html':
      return toHtml(picture, await contentsOf(read, picture.steps, options), bounds.minConfidence);
  }
}
