import { pictureFormats } from '../picture/formats.ts';

export const exportFormats = ['json', 'jsonl', 'causetrace', 'otlp', 'md', 'transcript', ...pictureFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];
