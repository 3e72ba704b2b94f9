/** A model that can be added by its name. */
export interface KnownModel {
  readonly name: string;
  /** What its makers call it. */
  readonly title: string;
  readonly dimensions: number;
  readonly license: string;
  /** Where its files are, at one revision for good. */
  readonly home: string;
  /** What is downloaded; the first is the model, the second its words. */
  readonly files: readonly [KnownFile, KnownFile];
  /** Files that are this model, whoever brought them. */
  readonly builds: readonly KnownFile[];
  /** What texts of it must come out as, for a file that is none of the known ones. */
  readonly pairs: readonly CheckedPair[];
}

export interface KnownFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Two texts, and the cosine of their vectors in the model as it was published. */
export interface CheckedPair {
  readonly texts: readonly [string, string];
  readonly cosine: number;
}

/** A model in integers differs from the one in floats by about this much; another model by much more. */
export const allowedDifference = 0.06;

const rounded: KnownFile = {
  path: 'onnx/model_quantized.onnx',
  sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  bytes: 22_972_370,
};
const inFloats: KnownFile = {
  path: 'onnx/model.onnx',
  sha256: '759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e',
  bytes: 90_387_606,
};
const words: KnownFile = {
  path: 'vocab.txt',
  sha256: '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
  bytes: 231_508,
};

export const knownModels: readonly KnownModel[] = [
  {
    name: 'minilm',
    title: 'all-MiniLM-L6-v2',
    dimensions: 384,
    license: 'Apache-2.0',
    home: 'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9/',
    files: [rounded, words],
    builds: [rounded, inFloats],
    pairs: [
      { texts: ['the file cannot be found', 'there is no such file'], cosine: 0.78 },
      { texts: ['the file cannot be found', 'the weather is lovely today'], cosine: 0.1 },
      { texts: ['connection refused by the database', 'could not connect to the server'], cosine: 0.58 },
    ],
  },
];
