// Before any test: it may take longer than a test has.
export { bringBinaries as setup } from './support/postgres-binaries.ts';
