// Before any test: it may take longer than a test has.
import { bringBinaries } from '../support/postgres-binaries.ts';

export const setup = (): void => bringBinaries();
