import { useEffect, useRef } from 'react';

/**
 * The end of a list that goes on: fetches the next page as it comes into sight, and is a button for who does not
 * scroll.
 */
export function More({
  paged,
}: {
  readonly paged: { readonly hasMore: boolean; readonly isAsking: boolean; readonly more: () => void };
}) {
  const end = useRef<HTMLButtonElement>(null);
  const { hasMore, isAsking, more } = paged;
  useEffect(() => {
    if (!hasMore || isAsking || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '400px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  if (!hasMore) return null;
  return (
    <button ref={end} type="button" className="button" onClick={more} disabled={isAsking}>
      {isAsking ? 'Loading more' : 'Show more'}
    </button>
  );
}
