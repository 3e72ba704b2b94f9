export function answerSchemas(names: readonly string[]): Readonly<Record<string, object>>;
