export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Server-sent events as they arrive. */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const message = parseEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (message.data !== '') yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseEvent(text: string): ServerSentEvent {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value!);
  }
  return { id: fields.get('id'), event: fields.get('event') ?? 'message', data: fields.get('data') ?? '' };
}
