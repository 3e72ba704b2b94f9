import { readOnnx, type OnnxGraph, type OnnxNode, type Tensor } from './onnx.ts';

/** The weights of a BERT encoder, whatever program wrote its file. */
export interface BertWeights {
  readonly hidden: number;
  readonly words: Rows;
  readonly positions: Rows;
  /** Added to every word: no text has a second part. */
  readonly wordKind: Float32Array;
  readonly norm: Norm;
  readonly layers: readonly Layer[];
}

export interface Layer {
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly attended: Linear;
  readonly attendedNorm: Norm;
  readonly wide: Linear;
  readonly narrow: Linear;
  readonly norm: Norm;
}

/** A table of vectors. */
export interface Rows {
  readonly count: number;
  readonly width: number;
  row(index: number, into: Float32Array): void;
}

/** `output = input · weights + bias`. The weights of one output lie together, in small integers times its scale. */
export interface Linear {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Int8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

export interface Norm {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

/**
 * Finds the weights of BERT by the names that its parameters have in every export: `encoder.layer.0.output.dense.bias`.
 * The matrix of a layer often has only a number for a name, so it is found as what its bias is added to. Weights in
 * floats are rounded to small integers here, those that were rounded by somebody else are taken as they are.
 */
export function readBertWeights(file: Uint8Array): BertWeights {
  const graph = readOnnx(file);
  const named = new Map(
    [...graph.tensors].map(([name, tensor]) => [name.replace(/^(?:\w+\.)*?(?=embeddings\.|encoder\.)/, ''), tensor]),
  );
  const producers = new Map(graph.nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)));
  const words = rowsOf('embeddings.word_embeddings.weight');
  const layers: Layer[] = [];
  while (named.has(`encoder.layer.${layers.length}.attention.self.query.bias`)) {
    const name = `encoder.layer.${layers.length}`;
    layers.push({
      query: linear(`${name}.attention.self.query.bias`),
      key: linear(`${name}.attention.self.key.bias`),
      value: linear(`${name}.attention.self.value.bias`),
      attended: linear(`${name}.attention.output.dense.bias`),
      attendedNorm: norm(`${name}.attention.output.LayerNorm`),
      wide: linear(`${name}.intermediate.dense.bias`),
      narrow: linear(`${name}.output.dense.bias`),
      norm: norm(`${name}.output.LayerNorm`),
    });
  }
  if (layers.length === 0) throw notBert('has no layer of the names that BERT has');
  const wordKind = new Float32Array(words.width);
  rowsOf('embeddings.token_type_embeddings.weight').row(0, wordKind);
  return {
    hidden: words.width,
    words,
    positions: rowsOf('embeddings.position_embeddings.weight'),
    wordKind,
    norm: norm('embeddings.LayerNorm'),
    layers,
  };

  function tensorOf(name: string): Tensor {
    const found = named.get(name);
    if (!found) throw notBert(`has no ${name}`);
    return found;
  }

  function floatsOf(name: string): Float32Array {
    const { values } = tensorOf(name);
    if (!(values instanceof Float32Array)) throw notBert(`keeps ${name} in integers`);
    return values;
  }

  function norm(name: string): Norm {
    return { weight: floatsOf(`${name}.weight`), bias: floatsOf(`${name}.bias`) };
  }

  function rowsOf(name: string): Rows {
    const whole = named.get(name);
    if (whole?.values instanceof Float32Array) return rows(whole, 1, 0);
    return rows(
      tensorOf(`${name}_quantized`),
      floatsOf(`${name}_scale`)[0]!,
      named.get(`${name}_zero_point`)?.values[0] ?? 0,
    );
  }

  function linear(biasName: string): Linear {
    const bias = floatsOf(biasName);
    const added = graph.nodes.find(
      ({ op, inputs }) => op === 'Add' && inputs.some((input) => input.endsWith(biasName)),
    );
    const product = added && productBefore(added, producers, graph);
    if (!product) throw notBert(`adds ${biasName} to nothing that is multiplied`);
    const [matrix, zeros, scaleName] = product;
    const [inputs = 0, outputs = 0] = matrix.shape;
    if (outputs !== bias.length || inputs % 8 !== 0 || outputs % 2 !== 0)
      throw notBert(`multiplies by ${inputs} × ${outputs} weights before it adds ${biasName}`);
    if (matrix.values instanceof Float32Array) return { inputs, outputs, bias, ...rounded(matrix.values, inputs) };
    const scale = scaleName === undefined ? undefined : graph.tensors.get(scaleName)?.values;
    if (!scale) throw notBert(`has no scale for the integers before ${biasName}`);
    const isSymmetric = matrix.values instanceof Int8Array && (zeros?.values.every((zero) => zero === 0) ?? true);
    if (!isSymmetric) return { inputs, outputs, bias, ...rounded(floatsIn(matrix, zeros, scale), inputs) };
    return {
      inputs,
      outputs,
      bias,
      weights: byOutput(matrix.values as Int8Array, inputs),
      scales: Float32Array.from({ length: outputs }, (_, at) => scale[at % scale.length]!),
    };
  }
}

/** The matrix that was multiplied by before this sum, with its zero points and the name of its scale. */
function productBefore(
  added: OnnxNode,
  producers: ReadonlyMap<string, OnnxNode>,
  { tensors }: OnnxGraph,
): [Tensor, Tensor | undefined, string | undefined] | undefined {
  const open = [...added.inputs];
  for (let looked = 0; open.length > 0 && looked < 16; looked++) {
    const node = producers.get(open.shift()!);
    if (!node) continue;
    if (node.op === 'MatMul' || node.op === 'MatMulInteger') {
      const name = node.inputs[1]!;
      const matrix = tensors.get(name);
      if (!matrix || matrix.shape.length !== 2) return undefined;
      const zeros = node.inputs[3] === undefined ? undefined : tensors.get(node.inputs[3]);
      return [matrix, zeros, name.endsWith('_quantized') ? name.replace(/_quantized$/, '_scale') : undefined];
    }
    if (node.op === 'Cast' || node.op === 'Mul') open.push(...node.inputs);
  }
  return undefined;
}

function rows({ values, shape: [count = 0, width = 0] }: Tensor, scale: number, zero: number): Rows {
  return {
    count,
    width,
    row(index, into) {
      for (let at = 0; at < width; at++) into[at] = (values[index * width + at]! - zero) * scale;
    },
  };
}

/** One scale for each output, so that small weights survive beside large ones of another. */
function rounded(values: Float32Array, inputs: number): Pick<Linear, 'weights' | 'scales'> {
  const outputs = values.length / inputs;
  const scales = new Float32Array(outputs);
  for (let at = 0, output = 0; at < values.length; at++, output = output + 1 === outputs ? 0 : output + 1)
    scales[output] = Math.max(scales[output]!, Math.abs(values[at]!));
  for (let output = 0; output < outputs; output++) scales[output] = (scales[output]! || 1) / 127;
  const weights = new Int8Array(values.length);
  for (let input = 0; input < inputs; input++)
    for (let output = 0; output < outputs; output++)
      weights[output * inputs + input] = Math.round(values[input * outputs + output]! / scales[output]!);
  return { weights, scales };
}

/** In small squares, because a whole matrix is more than a processor's cache. */
function byOutput(values: Int8Array, inputs: number): Int8Array {
  const outputs = values.length / inputs;
  const weights = new Int8Array(values.length);
  const side = 32;
  for (let top = 0; top < inputs; top += side)
    for (let left = 0; left < outputs; left += side)
      for (let input = top; input < Math.min(top + side, inputs); input++)
        for (let output = left; output < Math.min(left + side, outputs); output++)
          weights[output * inputs + input] = values[input * outputs + output]!;
  return weights;
}

/** Integers around another value than zero do not fit the eight bits that the kernel takes. */
function floatsIn({ values, shape }: Tensor, zeros: Tensor | undefined, scale: Tensor['values']): Float32Array {
  const outputs = shape[1]!;
  const zeroValues = zeros?.values ?? [0];
  return Float32Array.from(values, (value, at) => {
    const output = at % outputs;
    return (value - zeroValues[output % zeroValues.length]!) * scale[output % scale.length]!;
  });
}

function notBert(what: string): TypeError {
  return new TypeError(`It is no BERT encoder that stemma can run: it ${what}.`);
}
