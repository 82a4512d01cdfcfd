import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { controlLog } from '#contract/control/control-calls.ts';
import type { DecisionRow, Layer } from '#contract/control/decision.ts';
import { decisionHead } from '#contract/control/words/decision-text.ts';
import type { Target } from '#contract/monitor/monitor.ts';
import { seoulDate } from '#contract/time/time.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { earlierWords } from './control-words.tsx';

/** Starts and stops of an actuator that are listed at most. */
const MOST_ROWS = 8;
/** As many are read, because those of the last day that come after the range are among them. */
const READ_ROWS = 100;

/** Who moved it, where no rule did. */
const layerWords: { readonly [Name in Layer]: string } = {
  lock: '정지나 정비 잠금',
  trip: '차단',
  frost: '서리방지',
  interlock: '인터록',
  override: '직접 조작',
  rule: '난방 설정',
  rest: '원하는 규칙 없음',
};

type ActuatorRunsProps = {
  farmIndex: number;
  /** The actuators on the chart. */
  drawn: readonly Target[];
  /** The range in view, epoch ms. */
  range: { begin: number; end: number };
};

/** When each actuator on the chart started and stopped, and by which rule; a line leads to its day in the log. */
export function ActuatorRuns({ farmIndex, drawn, range }: ActuatorRunsProps) {
  return drawn.map((actuator) => <Runs key={actuator.index} farmIndex={farmIndex} actuator={actuator} range={range} />);
}

type RunsProps = Omit<ActuatorRunsProps, 'drawn'> & { actuator: Target };

function Runs({ farmIndex, actuator: { index, areaName, name }, range: { begin, end } }: RunsProps) {
  const days = { from: seoulDate(begin), to: seoulDate(end - 1) };
  const asked = { actuator: index, kind: 'act', ...days, page: 1, size: READ_ROWS } as const;
  const log = useQuery(readQuery(controlLog, { params: { id: farmIndex }, query: asked }));
  const { rows = [], total = 0 } = log.data?.value ?? {};
  const moves = rows.filter(({ at }) => at >= begin && at < end).slice(0, MOST_ROWS);
  const last = moves.at(-1);
  if (!last) return null;
  const earlier = earlierWords({ rows, total }, last, begin);
  const title = `${areaName} ${name}`.trim();
  return (
    <section aria-label={`${title} 움직인 때`}>
      <h2 className="font-semibold">{title} 움직인 때와 규칙</h2>
      <ol className="flex flex-col">
        {moves.map((row) => (
          <li key={row.index}>
            <Link
              to="/cms/control/log"
              search={{ farm: farmIndex, actuator: index, day: seoulDate(row.at) }}
              className="tabular inline-flex min-h-touch items-center gap-x-2 text-leaf underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {formatDateTime(row.at)} {decisionHead(row)} · {byWords(row)}
            </Link>
          </li>
        ))}
      </ol>
      {earlier !== '' && <p className="text-age text-ink-soft">{earlier}</p>}
    </section>
  );
}

function byWords({ ruleName, layer }: Pick<DecisionRow, 'layer'> & { ruleName: string | null }): string {
  return ruleName === null ? layerWords[layer] : `규칙 ${ruleName}`;
}
