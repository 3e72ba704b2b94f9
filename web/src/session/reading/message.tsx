import { memo, useEffect, useRef, useState } from 'react';
import type { Event, EventAnswer } from '../../../../src/types.ts';
import { segment } from '../../api.ts';
import { clock } from '../../format.ts';
import { useAnswer } from '../../use-answer.ts';
import { Prose } from '../render/lazy-renderers.tsx';
import styles from './reading-view.module.css';

/** A prompt or a reply, with its whole text once it comes into sight. */
export const Message = memo(function Message({
  event,
  onPress,
}: {
  readonly event: Event;
  /** Shows its step; replies have none. */
  readonly onPress: (() => void) | null;
}) {
  const box = useRef<HTMLElement>(null);
  const isSeen = useIsSeen(box);
  const { answer } = useAnswer<EventAnswer>(isSeen ? `/events/${segment(event.id)}` : null);
  const content = answer?.content;
  const text = content && 'text' in content ? content.text : event.summary;
  const isPrompt = event.kind === 'user_msg';
  return (
    <article
      ref={box}
      className={styles.message}
      data-role={isPrompt ? 'prompt' : 'reply'}
      aria-label={isPrompt ? 'Prompt' : 'Reply'}
    >
      <header>
        <b>{isPrompt ? 'You' : 'Agent'}</b>
        {event.at && <span>{clock(event.at)}</span>}
        {onPress && (
          <button type="button" onClick={onPress}>
            Show step
          </button>
        )}
      </header>
      <Prose text={text} />
    </article>
  );
});

/** Whether an element has come near the visible part of the page. */
function useIsSeen(box: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !box.current) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '600px' },
    );
    seen.observe(box.current);
    return () => seen.disconnect();
  }, [box, isSeen]);
  return isSeen;
}
