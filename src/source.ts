export * from './sources/source.ts';
