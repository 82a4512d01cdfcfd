import { Link } from '@tanstack/react-router';
import type { Target } from '#contract/monitor/monitor.ts';

type DecisionLinksProps = {
  farmIndex: number;
  /** The actuators on the chart. */
  drawn: readonly Target[];
  /** The day shown, 'YYYY-MM-DD'; undefined: the newest decisions. */
  day?: string | undefined;
};

/** Links from each actuator on the chart to its decisions and rules. Nothing without actuators. */
export function DecisionLinks({ farmIndex, drawn, day }: DecisionLinksProps) {
  if (drawn.length === 0) return null;
  return (
    <nav aria-label="판단 기록">
      <p className="font-semibold">왜 움직였나요?</p>
      <ul className="flex flex-wrap gap-x-5">
        {drawn.map(({ index, areaName, name }) => (
          <li key={index}>
            <Link
              to="/cms/control/log"
              search={{ farm: farmIndex, actuator: index, ...(day !== undefined && { day }) }}
              className="inline-flex min-h-touch items-center font-medium text-leaf underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {areaName} {name} 판단 기록
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
