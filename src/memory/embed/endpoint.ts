import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { dimensions } from './embed.ts';

/** The user's own embedding model, used instead of the table; only ever from configuration. */
export interface Endpoint {
  /** Ollama's address ends with /api/embed; everything else is treated as OpenAI's /v1/embeddings. */
  readonly url: string;
  readonly model: string;
  /** The key itself, not the name of the variable it is kept in. */
  readonly key?: string;
}

const maxBatch = 64;
const patience = 30_000;

/** Vectors like those of `embed`, in the order of the texts. Texts are redacted before they are sent. */
export async function embedAt(endpoint: Endpoint, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += maxBatch) {
    const part = texts.slice(from, from + maxBatch).map(redact);
    const answered = vectorsIn(await ask(endpoint, part));
    if (answered?.length !== part.length) {
      throw failed(
        endpoint,
        `It answered ${answered ? `${answered.length} vectors for ${part.length} texts` : 'something else than vectors'}.`,
        "It must speak OpenAI's /v1/embeddings, or Ollama's /api/embed at a URL that ends so.",
      );
    }
    vectors.push(...answered.map((vector) => unit(endpoint, vector)));
  }
  return vectors;
}

async function ask(endpoint: Endpoint, input: readonly string[]): Promise<unknown> {
  const { url, model, key } = endpoint;
  const isOllama = new URL(url).pathname.endsWith('/api/embed');
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(isOllama ? { model, input } : { model, input, dimensions }),
      signal: AbortSignal.timeout(patience),
    });
  } catch (cause) {
    throw failed(
      endpoint,
      `It cannot be reached (${reason(cause)}).`,
      'Start it, or take `embedding` out of config.json: stemma needs no endpoint.',
      cause,
    );
  }
  const text = await response.text();
  if (!response.ok)
    throw failed(
      endpoint,
      `It answered ${response.status}: ${text.slice(0, 200)}`,
      'Look at `model` and `key_variable` of `embedding` in config.json.',
    );
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failed(endpoint, 'It did not answer JSON.', 'Look at `url` of `embedding` in config.json.', cause);
  }
}

function vectorsIn(answer: unknown): number[][] | undefined {
  const { embeddings, data } = (answer ?? {}) as { embeddings?: unknown; data?: unknown };
  const rows = Array.isArray(data)
    ? data
        .toSorted((a: { index?: number }, b: { index?: number }) => (a.index ?? 0) - (b.index ?? 0))
        .map((row: { embedding?: unknown }) => row.embedding)
    : embeddings;
  return Array.isArray(rows) &&
    rows.every((row) => Array.isArray(row) && row.every((value) => typeof value === 'number'))
    ? (rows as number[][])
    : undefined;
}

/** Vectors of different lengths cannot be compared, and the store has one length. */
function unit(endpoint: Endpoint, values: readonly number[]): Float32Array {
  if (values.length !== dimensions) {
    throw failed(
      endpoint,
      `${endpoint.model} gives ${values.length} dimensions, stemma keeps ${dimensions}.`,
      `Choose a model of ${dimensions} dimensions, such as all-minilm, bge-small or snowflake-arctic-embed:s.`,
    );
  }
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

function failed({ url }: Endpoint, what: string, hint: string, cause?: unknown): StemmaError {
  return new StemmaError('endpoint-failed', `The embedding endpoint ${new URL(url).host} is of no use. ${what}`, {
    hint,
    cause,
  });
}

function reason(cause: unknown): string {
  const { name, code, cause: inner } = cause as { name?: string; code?: string; cause?: { code?: string } };
  return name === 'TimeoutError' ? `no answer in ${patience / 1000} s` : (inner?.code ?? code ?? name ?? 'unknown');
}
