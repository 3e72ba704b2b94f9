/**
 * Multiplies rows of 16-bit integers with weights of 8 bits, eight products at a time. Written as WebAssembly, which
 * has instructions for that; the same in JavaScript takes ten times as long.
 */
export interface Kernel {
  readonly buffer: ArrayBuffer;
  /**
   * `output[row][column] = bias[column] + rowScale[row] · scale[column] · Σ input[row][at] · weights[column][at]`. All
   * arguments but counts are addresses in the memory. `rows` is a multiple of 4, `columns` of 2, `inputs` of 8.
   */
  linear(
    input: number,
    rows: number,
    inputs: number,
    weights: number,
    columns: number,
    output: number,
    rowScales: number,
    scales: number,
    bias: number,
  ): void;
}

/** Everything the kernel reads and writes is in `buffer`, which has this many bytes at least. */
export function makeKernel(bytes: number): Kernel {
  const pages = Math.ceil(bytes / 65_536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(kernelModule()), { env: { memory } });
  return { buffer: memory.buffer, linear: exports['linear'] as Kernel['linear'] };
}

/** Part of every Node; TypeScript knows it only from browsers. */
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => {
    readonly buffer: ArrayBuffer;
  };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** Rows and columns that are computed together: each weight is loaded once for all rows, each input for all columns. */
const rowsAtOnce = 4;
const columnsAtOnce = 2;

type Code = readonly number[];

const i32 = 0x7f;
const v128 = 0x7b;

/** A module with one function. The instructions are those of the WebAssembly specification, by their codes. */
function kernelModule(): Uint8Array<ArrayBuffer> {
  const memoryImport = [...text('env'), ...text('memory'), 0x02, 0x00, 0x01];
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    0x01,
    0x00,
    0x00,
    0x00,
    ...section(1, [1, 0x60, parameters, ...Array.from({ length: parameters }, () => i32), 0]),
    ...section(2, [1, ...memoryImport]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('linear'), 0x00, 0x00]),
    ...section(10, [1, ...sized(functionBody())]),
  ]);
}

const parameters = 9;
const [input, rows, inputs, weights, columns, output, rowScales, scales, bias] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const [row, column, at, inputRow, weightColumn] = [9, 10, 11, 12, 13] as const;
const [sumsFrom, weightFrom, inputFrom] = [14, 14 + 8, 14 + 8 + 2] as const;

function functionBody(): Code {
  const locals = [2, ...number(5), i32, ...number(rowsAtOnce * columnsAtOnce + columnsAtOnce + 1), v128];
  return [
    ...locals,
    ...each(column, columns, columnsAtOnce, [
      // weightColumn = weights + column · inputs
      ...get(weights),
      ...get(column),
      ...get(inputs),
      0x6c,
      0x6a,
      ...set(weightColumn),
      ...each(row, rows, rowsAtOnce, [...products(), ...store()]),
    ]),
    0x0b,
  ];
}

/** Sums up one block of rows and columns in vectors of four partial sums each. */
function products(): Code {
  const sums = pairs().flatMap((sum) => [...zero(), ...set(sum)]);
  const step: Code = [
    ...times(columnsAtOnce, (c) => [
      ...columnAddress(c),
      ...get(at),
      0x6a,
      ...simd(0x01),
      0,
      0,
      ...set(weightFrom + c),
    ]),
    ...times(rowsAtOnce, (r) => [
      ...rowAddress(r),
      ...get(at),
      ...constant(1),
      0x74,
      0x6a,
      ...simd(0x00),
      0,
      0,
      ...set(inputFrom),
      ...times(columnsAtOnce, (c) => {
        const sum = sumsFrom + r * columnsAtOnce + c;
        // sum += dot_i16x8_s(input, weight)
        return [...get(sum), ...get(inputFrom), ...get(weightFrom + c), ...simd(0xba), ...simd(0xae), ...set(sum)];
      }),
    ]),
  ];
  return [
    // inputRow = input + row · inputs · 2
    ...get(input),
    ...get(row),
    ...get(inputs),
    0x6c,
    ...constant(1),
    0x74,
    0x6a,
    ...set(inputRow),
    ...sums,
    ...each(at, inputs, 8, step),
  ];
}

/** Adds up the four partial sums of each and writes the result. */
function store(): Code {
  return times(rowsAtOnce, (r) =>
    times(columnsAtOnce, (c) => {
      const sum = get(sumsFrom + r * columnsAtOnce + c);
      const lanes = [...sum, ...simd(0x1b), 0, ...times(3, (lane) => [...sum, ...simd(0x1b), lane + 1, 0x6a])];
      const inColumn = (start: number): Code => [...get(start), ...place(column, c), ...constant(2), 0x74, 0x6a];
      return [
        // output + (row · columns + column) · 4
        ...get(output),
        ...place(row, r),
        ...get(columns),
        0x6c,
        ...place(column, c),
        0x6a,
        ...constant(2),
        0x74,
        0x6a,
        ...lanes,
        0xb2,
        ...get(rowScales),
        ...place(row, r),
        ...constant(2),
        0x74,
        0x6a,
        ...loadFloat,
        0x94,
        ...inColumn(scales),
        ...loadFloat,
        0x94,
        ...inColumn(bias),
        ...loadFloat,
        0x92,
        0x38,
        2,
        0,
      ];
    }),
  );
}

const loadFloat: Code = [0x2a, 2, 0];

function pairs(): readonly number[] {
  return Array.from({ length: rowsAtOnce * columnsAtOnce }, (_, index) => sumsFrom + index);
}

/** weightColumn + c · inputs */
function columnAddress(c: number): Code {
  return [...get(weightColumn), ...times(c, () => [...get(inputs), 0x6a])];
}

/** inputRow + r · inputs · 2 */
function rowAddress(r: number): Code {
  return [...get(inputRow), ...times(r, () => [...get(inputs), ...constant(1), 0x74, 0x6a])];
}

function place(local: number, offset: number): Code {
  return [...get(local), ...constant(offset), 0x6a];
}

/** `for (local = 0; local < limit; local += step) { body }`, for a limit above zero. */
function each(local: number, limit: number, step: number, body: Code): Code {
  return [
    ...constant(0),
    ...set(local),
    0x03,
    0x40,
    ...body,
    ...place(local, step),
    0x22,
    ...number(local),
    ...get(limit),
    0x49,
    0x0d,
    0,
    0x0b,
  ];
}

function times(count: number, code: (index: number) => Code): Code {
  return Array.from({ length: count }, (_, index) => code(index)).flat();
}

function get(local: number): Code {
  return [0x20, ...number(local)];
}

function set(local: number): Code {
  return [0x21, ...number(local)];
}

function constant(value: number): Code {
  return [0x41, ...number(value)];
}

function zero(): Code {
  return [...simd(0x0c), ...Array.from({ length: 16 }, () => 0)];
}

function simd(code: number): Code {
  return [0xfd, ...number(code)];
}

function section(id: number, content: Code): Code {
  return [id, ...sized(content)];
}

function sized(content: Code): Code {
  return [...number(content.length), ...content];
}

function text(value: string): Code {
  return sized([...Buffer.from(value)]);
}

/** Seven bits to a byte, the lowest first. All numbers here are small enough to be the same signed and unsigned. */
function number(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...number(value >>> 7)];
}
