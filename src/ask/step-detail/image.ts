import type { Event } from '../../model/event.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { lineBytes } from '../event/payload.ts';
import { refOf } from '../walk/step.ts';
import type { ImageType } from './image-type.ts';
import { imagesIn } from './images-in.ts';

/** A picture itself. */
export interface ImageAnswer {
  readonly media_type: ImageType;
  readonly bytes: Uint8Array;
}

/** One of the pictures that an event brought, counted from 1. */
export async function image(read: StoreReader, event: Event, number: number): Promise<ImageAnswer> {
  const place = await read.place(refOf(event.id));
  const line = place ? Buffer.from(await lineBytes(read, place)).toString() : '';
  const found = imagesIn(line, event)[number - 1];
  if (!found) {
    throw new StemmaError('event-not-found', `The event ${event.id} brought no picture ${number}.`, {
      hint: 'What there is stands with its step: `images`.',
    });
  }
  return { media_type: found.media_type, bytes: Buffer.from(found.base64, 'base64') };
}
