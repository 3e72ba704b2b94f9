/** The driver, loaded only for a PostgreSQL address. */
export async function loadPg(): Promise<typeof import('pg')> {
  return (await import('pg')).default as unknown as typeof import('pg');
}
