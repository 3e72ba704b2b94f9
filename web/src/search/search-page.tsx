import { Empty } from '../parts/notice.tsx';

export function SearchPage() {
  return <Empty title="Search" />;
}
