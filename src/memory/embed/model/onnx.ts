/** What a file in the ONNX format holds, as far as weights are concerned. */
export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly tensors: ReadonlyMap<string, Tensor>;
}

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export interface Tensor {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array | Uint8Array;
}

/**
 * Reads an ONNX file, which is a message in protocol buffers. Tensors of types that hold no weights are left out. Weights
 * in a second file beside it are not supported.
 */
export function readOnnx(bytes: Uint8Array): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const tensors = new Map<string, Tensor>();
  for (const { field, data } of fieldsOf(bytes)) {
    if (field !== model.graph || !data) continue;
    for (const part of fieldsOf(data)) {
      if (part.field === graph.node && part.data) nodes.push(nodeIn(part.data));
      if (part.field !== graph.initializer || !part.data) continue;
      const found = tensorIn(part.data);
      if (found) tensors.set(found.name, found.tensor);
    }
  }
  return { nodes, tensors };
}

/** Numbers of the fields, from onnx.proto. */
const model = { graph: 7 };
const graph = { node: 1, initializer: 5 };
const node = { input: 1, output: 2, op: 4 };
const tensor = { dims: 1, type: 2, floats: 4, ints: 5, name: 8, raw: 9 };
const types = { float: 1, uint8: 2, int8: 3 };

function nodeIn(bytes: Uint8Array): OnnxNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  let op = '';
  for (const { field, data } of fieldsOf(bytes)) {
    if (!data) continue;
    if (field === node.input) inputs.push(textOf(data));
    else if (field === node.output) outputs.push(textOf(data));
    else if (field === node.op) op = textOf(data);
  }
  return { op, inputs, outputs };
}

function tensorIn(bytes: Uint8Array): { readonly name: string; readonly tensor: Tensor } | undefined {
  const shape: number[] = [];
  let name = '';
  let type = 0;
  let raw: Uint8Array | undefined;
  const listed: number[] = [];
  for (const { field, data, value } of fieldsOf(bytes)) {
    if (field === tensor.dims) shape.push(...(data ? numbersIn(data) : [value]));
    else if (field === tensor.type) type = value;
    else if (field === tensor.name && data) name = textOf(data);
    else if (field === tensor.raw && data) raw = data;
    else if (field === tensor.ints) listed.push(...(data ? numbersIn(data) : [value]));
    else if (field === tensor.floats && data) listed.push(...floatsIn(data));
  }
  const values = valuesOf(type, raw, listed);
  return values && { name, tensor: { shape, values } };
}

function valuesOf(type: number, raw: Uint8Array | undefined, listed: readonly number[]): Tensor['values'] | undefined {
  if (type === types.float) return raw ? floatsIn(raw) : Float32Array.from(listed);
  if (type === types.uint8) return raw ?? Uint8Array.from(listed);
  if (type === types.int8) return raw ? new Int8Array(raw.buffer, raw.byteOffset, raw.length) : Int8Array.from(listed);
  return undefined;
}

/** Copied, because floats must lie at a multiple of four. */
function floatsIn(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

interface ProtoField {
  readonly field: number;
  /** Of a field with a length. */
  readonly data: Uint8Array | undefined;
  /** Of any other; what is longer than 53 bits is no number that is needed here. */
  readonly value: number;
}

function* fieldsOf(bytes: Uint8Array): Generator<ProtoField> {
  const at = { place: 0 };
  while (at.place < bytes.length) {
    const tag = numberAt(bytes, at);
    const field = Math.floor(tag / 8);
    const kind = tag % 8;
    if (kind === 0) yield { field, data: undefined, value: numberAt(bytes, at) };
    else if (kind === 2) {
      const length = numberAt(bytes, at);
      if (at.place + length > bytes.length) throw new RangeError('The file ends in the middle of a field.');
      yield { field, data: bytes.subarray(at.place, at.place + length), value: 0 };
      at.place += length;
    } else if (kind === 1 || kind === 5) {
      const length = kind === 1 ? 8 : 4;
      yield { field, data: bytes.subarray(at.place, at.place + length), value: 0 };
      at.place += length;
    } else throw new RangeError(`A field of kind ${kind} is not known.`);
  }
}

function numberAt(bytes: Uint8Array, at: { place: number }): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at.place++];
    if (byte === undefined) throw new RangeError('The file ends in the middle of a number.');
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}

function numbersIn(bytes: Uint8Array): number[] {
  const at = { place: 0 };
  const found: number[] = [];
  while (at.place < bytes.length) found.push(numberAt(bytes, at));
  return found;
}
