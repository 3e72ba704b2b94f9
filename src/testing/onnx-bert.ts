/** The parameters of a small BERT encoder by their names; matrices have a row for each input. */
export type BertParts = ReadonlyMap<string, Part>;

interface Part {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface BertSize {
  readonly words: number;
  readonly width: number;
  readonly wide: number;
  readonly layers: number;
}

/** The same random weights for the same size. */
export function writtenBert({ words, width, wide, layers }: BertSize): BertParts {
  let state = 12_345;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const parts = new Map<string, Part>();
  const add = (name: string, shape: readonly number[], scale: number, mean = 0): void => {
    const length = shape.reduce((product, size) => product * size, 1);
    parts.set(name, { shape, values: Float32Array.from({ length }, () => mean + scale * random()) });
  };
  const norm = (name: string): void => {
    add(`${name}.weight`, [width], 0.2, 1);
    add(`${name}.bias`, [width], 0.1);
  };
  const linear = (name: string, inputs: number, outputs: number): void => {
    add(`${name}.weight`, [inputs, outputs], 1 / Math.sqrt(inputs));
    add(`${name}.bias`, [outputs], 0.1);
  };
  add('embeddings.word_embeddings.weight', [words, width], 1);
  add('embeddings.position_embeddings.weight', [64, width], 0.1);
  add('embeddings.token_type_embeddings.weight', [2, width], 0.1);
  norm('embeddings.LayerNorm');
  for (let layer = 0; layer < layers; layer++) {
    const name = `encoder.layer.${layer}`;
    for (const part of ['query', 'key', 'value']) linear(`${name}.attention.self.${part}`, width, width);
    linear(`${name}.attention.output.dense`, width, width);
    norm(`${name}.attention.output.LayerNorm`);
    linear(`${name}.intermediate.dense`, width, wide);
    linear(`${name}.output.dense`, wide, width);
    norm(`${name}.output.LayerNorm`);
  }
  return parts;
}

/** An ONNX file of it, with the nodes from which weights are found; it says nothing about the rest of the encoder. */
export function writeOnnxBert(parts: BertParts, kind: 'floats' | 'signed' | 'unsigned'): Buffer {
  const graph: Buffer[] = [];
  let number = 0;
  for (const [name, part] of parts) {
    const isMatrix = /\.(?:query|key|value|dense)\.weight$/.test(name);
    if (!isMatrix) {
      graph.push(initializer(name, part.shape, 1, floatBytes(part.values)));
      continue;
    }
    const matrix = `onnx::MatMul_${number++}`;
    const bias = name.replace(/weight$/, 'bias');
    if (kind === 'floats') {
      graph.push(initializer(matrix, part.shape, 1, floatBytes(part.values)));
      graph.push(node('MatMul', ['x', matrix], `${name}/product`), node('Add', [bias, `${name}/product`], name));
      continue;
    }
    const [typed, bytes, zero, scale] = kind === 'signed' ? signed(part.values) : unsigned(part.values);
    graph.push(initializer(`${matrix}_quantized`, part.shape, typed, bytes));
    graph.push(initializer(`${matrix}_scale`, [], 1, floatBytes(Float32Array.of(scale))));
    graph.push(initializer(`${matrix}_zero_point`, [], typed, Buffer.of(zero)));
    graph.push(
      node('MatMulInteger', ['x', `${matrix}_quantized`, 'x zero', `${matrix}_zero_point`], `${name}/product`),
      node('Cast', [`${name}/product`], `${name}/cast`),
      node('Mul', [`${name}/cast`, 'scale'], `${name}/scaled`),
      node('Add', [bias, `${name}/scaled`], name),
    );
  }
  return field(7, Buffer.concat(graph));
}

function signed(values: Float32Array): [number, Buffer, number, number] {
  const scale = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / 127;
  return [3, Buffer.from(Int8Array.from(values, (value) => Math.round(value / scale)).buffer), 0, scale];
}

function unsigned(values: Float32Array): [number, Buffer, number, number] {
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const scale = (high - low) / 255;
  const zero = Math.round(-low / scale);
  return [2, Buffer.from(Uint8Array.from(values, (value) => Math.round(value / scale) + zero)), zero, scale];
}

function initializer(name: string, shape: readonly number[], type: number, raw: Buffer): Buffer {
  const dims = shape.map((size) => Buffer.concat([Buffer.of(0x08), length(size)]));
  return field(5, Buffer.concat([...dims, Buffer.of(0x10, type), field(8, Buffer.from(name)), field(9, raw)]));
}

function node(op: string, inputs: readonly string[], output: string): Buffer {
  const fields = [
    ...inputs.map((name) => field(1, Buffer.from(name))),
    field(2, Buffer.from(output)),
    field(4, Buffer.from(op)),
  ];
  return field(1, Buffer.concat(fields));
}

function field(number: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.of(number * 8 + 2), length(data.length), data]);
}

function length(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

function floatBytes(values: Float32Array): Buffer {
  return Buffer.from(new Uint8Array(values.slice().buffer));
}
