const name = 'stemma-space';

/** Which archive of a team server this tab shows. */
export type Space = 'team' | 'mine';

export function space(): Space {
  return sessionStorage.getItem(name) === 'mine' ? 'mine' : 'team';
}

/** Shows the other one. The page starts again: nothing of one archive may stay beside the other. */
export function showSpace(next: Space): void {
  if (next === 'mine') sessionStorage.setItem(name, next);
  else sessionStorage.removeItem(name);
  location.assign('/');
}

/** The address of a path of the API in this space. */
export function inSpace(url: string): string {
  return space() === 'mine' ? `/mine${url}` : url;
}
