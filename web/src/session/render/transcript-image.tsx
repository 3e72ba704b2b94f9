import { useEffect, useState } from 'react';
import type { StepAnswer } from '../../../../src/types.ts';
import { apiUrl, request, segment } from '../../api.ts';
import { bytes } from '../../format.ts';
import styles from './render.module.css';

type ImageRef = StepAnswer['images'][number];

/** An image of a transcript, loaded on request. */
export function TranscriptImage({ image }: { readonly image: ImageRef }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <Shown image={image} />;
  return (
    <button type="button" className="button" onClick={() => setShown(true)}>
      Show image {image.number} ({image.media_type}, {bytes(image.bytes)})
    </button>
  );
}

/** Loaded with `fetch`, because an `img` element would not send the token. */
function Shown({ image: { event, number } }: { readonly image: ImageRef }) {
  const [fetched, setFetched] = useState<{ readonly address: string } | Error | undefined>();
  useEffect(() => {
    const controller = new AbortController();
    let address: string | undefined;
    request(apiUrl(`/events/${segment(event)}/images/${number}`, {}), { signal: controller.signal })
      .then((response) => response.blob())
      .then((blob) => {
        if (controller.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setFetched({ address });
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFetched(error instanceof Error ? error : new Error(String(error)));
      });
    return () => {
      controller.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [event, number]);
  if (fetched === undefined) return <p className={styles.cut}>Loading</p>;
  if (fetched instanceof Error) return <p className={styles.cut}>This image could not be loaded: {fetched.message}</p>;
  return <img className={styles.image} src={fetched.address} alt={`Attachment ${number} of this step`} />;
}
