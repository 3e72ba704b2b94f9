export { StemmaError } from './model/stemma-error.ts';
