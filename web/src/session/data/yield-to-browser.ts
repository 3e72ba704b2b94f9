/** Lets the browser paint and handle input between two pieces of work. */
export async function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield) return await scheduler.yield();
  await new Promise((resolve) => setTimeout(resolve));
}
