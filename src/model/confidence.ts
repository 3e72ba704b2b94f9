/** How likely a cause is right, as a level. The number itself is in `--json` and on hover. */
export const confidenceLevels = ['certain', 'likely', 'possible'] as const;
export type ConfidenceLevel = (typeof confidenceLevels)[number];

/** The level for a confidence from 0 to 1. */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= 0.9) return 'certain';
  return confidence >= 0.5 ? 'likely' : 'possible';
}
