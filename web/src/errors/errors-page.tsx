import { Empty } from '../parts/notice.tsx';

export function ErrorsPage({ chain }: { readonly chain: string | null }) {
  return <Empty title={chain ?? 'Errors'} />;
}
