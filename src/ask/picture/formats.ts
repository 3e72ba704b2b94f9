export const pictureFormats = ['mermaid', 'dot', 'svg', 'html'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export function isPictureFormat(format: string): format is PictureFormat {
  return pictureFormats.some((each) => each === format);
}
