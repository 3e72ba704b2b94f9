/** The driver, loaded when there is an address of a PostgreSQL: nobody else pays for it. */
export async function loadPg(): Promise<typeof import('pg')> {
  return (await import('pg')).default as unknown as typeof import('pg');
}
