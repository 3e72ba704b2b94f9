/** Days as people at this machine count them. */
export function dayOf(at: number): string {
  return written(new Date(at));
}

/** The Monday of its week. */
export function weekOf(at: number): string {
  const date = new Date(at);
  return written(new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7)));
}

function written(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
