export function problemsIn(document: object, type: string, value: unknown): readonly string[];
