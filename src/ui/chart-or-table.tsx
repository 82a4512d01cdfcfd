import ChartLine from 'lucide-react/icons/chart-line';
import TableIcon from 'lucide-react/icons/table';
import { SegmentedTabs } from './segmented-tabs.tsx';

type View = 'chart' | 'table';

const tabs = [
  { value: 'chart', label: '그래프', icon: <ChartLine aria-hidden className="size-5" /> },
  { value: 'table', label: '표', icon: <TableIcon aria-hidden className="size-5" /> },
] as const;

type ChartOrTableProps = {
  view: View;
  onView: (view: View) => void;
  /** Id of the tab panel that it controls. */
  panelId: string;
};

/** Switches readings between chart and table. */
export function ChartOrTable({ view, onView, panelId }: ChartOrTableProps) {
  return <SegmentedTabs label="보는 방법" tabs={tabs} value={view} onChange={onView} panelId={panelId} />;
}
