import { build } from './dist.mjs';

await build();
