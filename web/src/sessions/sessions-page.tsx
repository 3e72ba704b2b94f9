import { Empty } from '../parts/notice.tsx';

export function SessionsPage() {
  return <Empty title="Sessions" />;
}
