import { Empty } from '../parts/notice.tsx';

export function SkillsPage() {
  return <Empty title="Skills" />;
}
