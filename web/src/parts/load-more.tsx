import { useEffect, useRef } from 'react';

/** The end of a paged list: loads the next page when it scrolls into view, and is a button for keyboard users. */
export function LoadMore({
  paged,
}: {
  readonly paged: { readonly hasMore: boolean; readonly isLoading: boolean; readonly more: () => void };
}) {
  const end = useRef<HTMLButtonElement>(null);
  const { hasMore, isLoading, more } = paged;
  useEffect(() => {
    if (!hasMore || isLoading || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '400px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  if (!hasMore) return null;
  return (
    <button ref={end} type="button" className="button" onClick={more} disabled={isLoading}>
      {isLoading ? 'Loading more' : 'Show more'}
    </button>
  );
}
