/**
 * What a program that a test starts takes over from this process: where programs are, and the code Node has compiled
 * for the run already, which is a tenth of what starting ours costs. Everything else each test sets itself.
 */
export const programEnv = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};
