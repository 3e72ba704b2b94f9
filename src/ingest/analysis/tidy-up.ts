import { analyze, type AnalyzeOptions } from './analyze.ts';
import { detailTitles } from './detail-titles.ts';

/** What is derived from whole sessions and from all failures. */
export async function tidyUp(options: AnalyzeOptions): Promise<void> {
  const { store } = options;
  await analyze(options);
  await detailTitles(store);
  const { embedFailures } = await import('./embed-failures.ts');
  await embedFailures(store);
  await store.write.settle();
}
