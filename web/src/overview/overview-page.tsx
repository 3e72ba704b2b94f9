import { Empty } from '../parts/notice.tsx';

export function OverviewPage() {
  return <Empty title="Overview" />;
}
