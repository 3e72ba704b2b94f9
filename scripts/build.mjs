import { build } from './dist.mjs';

build();
