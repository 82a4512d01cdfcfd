import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { addSeoulMonths } from '#contract/monitor/statistics.ts';
import { formatMonth } from '#src/lib/format-date.ts';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { Select } from '#src/ui/field/select.tsx';

type MonthNavProps = {
  /** yyyy-MM */
  month: string;
  /** The current month: no later one can be chosen. */
  newest: string;
  onChange: (month: string) => void;
};

/** How far back the list goes, months; earlier ones by the button. */
const LISTED_MONTHS = 36;

/** Chooses a month: previous, from the list, next; none in the future. */
export function MonthNav({ month, newest, onChange }: MonthNavProps) {
  const listed = Array.from({ length: LISTED_MONTHS }, (_, back) => addSeoulMonths(newest, -back));
  const months = listed.includes(month) ? listed : [...listed, month];
  return (
    <div className="flex min-w-0 items-center gap-1">
      <IconButton label="이전 달" onClick={() => onChange(addSeoulMonths(month, -1))}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <div className="min-w-0 flex-[0_1_11rem]">
        <Select
          label="달"
          isLabelHidden
          choices={months.map((value) => ({ value, label: formatMonth(value) }))}
          value={month}
          onChange={onChange}
        />
      </div>
      <IconButton label="다음 달" disabled={month >= newest} onClick={() => onChange(addSeoulMonths(month, 1))}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}
