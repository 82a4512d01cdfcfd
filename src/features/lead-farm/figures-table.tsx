import type { Target } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { formatDuration } from '#src/lib/format-date.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import type { Comparison } from './largest-difference.ts';

type FiguresTableProps = { target: Target; comparison: Comparison };

const columns = [
  { key: 'low', title: '최저' },
  { key: 'mean', title: '평균' },
  { key: 'high', title: '최고' },
] as const;

/** Minimum, mean and maximum of both sides with their differences. */
export function FiguresTable({ target, comparison: { own, lead, sharedMs } }: FiguresTableProps) {
  const { unit, decimals } = channelTypes[target.type];
  const rows = [
    { title: '우리 농장', of: (key: 'low' | 'mean' | 'high') => formatNumber(own[key], decimals) },
    { title: '선도농가', of: (key: 'low' | 'mean' | 'high') => formatNumber(lead[key], decimals) },
    { title: '차이', of: (key: 'low' | 'mean' | 'high') => signed(own[key] - lead[key], decimals) },
  ];
  return (
    <table className="tabular w-full max-w-lg border-collapse text-right">
      <caption className="pb-1 text-left text-age text-ink-soft">
        두 농장이 함께 잰 {formatDuration(sharedMs)} 동안 ({unit})
      </caption>
      <thead>
        <tr className="text-ink-soft">
          <th scope="col" className="py-1.5 text-left font-normal">
            <span className="sr-only">농장</span>
          </th>
          {columns.map(({ key, title }) => (
            <th key={key} scope="col" className="py-1.5 pl-3 font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, of }, at) => (
          <tr key={title} className={at === 2 ? 'border-t border-line font-bold' : ''}>
            <th scope="row" className="py-1.5 text-left font-semibold">
              {title}
            </th>
            {columns.map(({ key }) => (
              <td key={key} className="py-1.5 pl-3 text-lg whitespace-nowrap">
                {of(key)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function signed(value: number, decimals: number): string {
  const text = formatNumber(Math.abs(value), decimals);
  if (Number(text.replaceAll(',', '')) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}
