/** Lets the browser paint and take input between two pieces of work. */
export async function breathe(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) return await scheduler.yield();
  await new Promise((resolve) => setTimeout(resolve));
}
