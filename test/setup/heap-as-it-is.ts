import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';

// Commands limit the heap of the process they have for themselves (src/platform/keep-heap-small.ts). Tests run them in
// a process of many tests, which would all collect garbage as often from then on.
const setFlag = v8.setFlagsFromString;
v8.setFlagsFromString = (flag) => {
  if (!flag.includes('heap') && !flag.includes('semi-space')) setFlag(flag);
};
syncBuiltinESMExports();
