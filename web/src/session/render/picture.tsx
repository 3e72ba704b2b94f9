import { useState } from 'react';
import type { StepAnswer } from '../../../../src/types.ts';
import { addressOf, segment } from '../../api.ts';
import { bytes } from '../../format.ts';
import styles from './render.module.css';

type ImageRef = StepAnswer['images'][number];

/** A picture of a transcript, fetched for who wants to see it. */
export function Picture({ image: { event, number, media_type: type, bytes: size } }: { readonly image: ImageRef }) {
  const [state, setState] = useState<'hidden' | 'shown' | 'failed'>('hidden');
  if (state === 'hidden') {
    return (
      <button type="button" className="button" onClick={() => setState('shown')}>
        Show picture {number} ({type}, {bytes(size)})
      </button>
    );
  }
  if (state === 'failed') return <p className={styles.cut}>This picture could not be shown.</p>;
  return <img className={styles.image} src={addressOf(`/events/${segment(event)}/images/${number}`, {})} alt={`Number ${number} of this step`} onError={() => setState('failed')} />;
}
