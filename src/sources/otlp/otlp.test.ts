import { join } from 'node:path';
import { sources } from '../registry.ts';
import { sourceContract } from '../source.contract.ts';
import { otlp } from './index.ts';

sourceContract(otlp, join(import.meta.dirname, 'fixtures'), sources);
