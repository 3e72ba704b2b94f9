import { loadSources } from './registry.ts';

/** Every source, loaded: for tests, benches and evaluations. The program asks `loadSources` when it needs them. */
export const sources = await loadSources();
