const spans: Readonly<Record<string, string>> = { day: '1d', week: '7d', month: '30d', year: '365d' };

/** The filter in the URL, as parameters for the server. */
export function filterOf(params: URLSearchParams) {
  return {
    q: params.get('q'),
    source: params.get('agent'),
    repo: params.get('repo'),
    outcome: params.get('outcome'),
    model: params.get('model'),
    failed: params.get('failed') === '1',
    since: spans[params.get('from') ?? ''] ?? null,
  };
}
