import type { ComponentProps, MouseEvent } from 'react';
import { navigate } from '../router.ts';

/** A link within the app; modifier keys and other buttons keep the browser's behaviour. */
export function Link({ to, onClick, children, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { readonly to: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
