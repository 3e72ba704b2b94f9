import { Empty } from '../parts/notice.tsx';

export function SessionPage({ uid }: { readonly uid: string }) {
  return <Empty title={uid} />;
}
