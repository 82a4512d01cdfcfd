import { Link } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import type { controlLog } from '#contract/control/control-calls.ts';
import { decisionFigures, decisionSentence, farmThing } from '#contract/control/words/decision-text.ts';
import { MINUTE_MS, seoulClock, seoulDate } from '#contract/time/time.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { CommandSteps } from './command-trail.tsx';

/** The chart around a decision reaches this far before and after it, ms. */
const AROUND_MS = 30 * MINUTE_MS;

type LogRowProps = {
  row: AnswerOf<typeof controlLog>['rows'][number];
  /** The house and name of its actuator; undefined where there is none. */
  thing: string | undefined;
};

/** One decision; it opens to its figures, to the command it led to and to the chart of that hour. */
export function LogRow({ row, thing }: LogRowProps) {
  const { at, actuator, ruleName } = row;
  const [isOpen, setIsOpen] = useState(false);
  const figures = decisionFigures(row);
  return (
    <li>
      <details className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="flex min-h-touch cursor-pointer list-none items-start gap-2 px-4 py-3 hover:bg-sunken">
          <span className="flex min-w-0 flex-1 flex-col gap-0.5 md:flex-row md:gap-4">
            <span className="tabular shrink-0 text-ink-soft md:w-44">{formatDateTime(at)}</span>
            <span className="min-w-0">
              {decisionSentence(row, thing ?? ruleName ?? farmThing(row))}
              {ruleName !== null && actuator !== null && <span className="text-ink-soft"> · 규칙 {ruleName}</span>}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className="mt-0.5 size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="flex flex-col gap-1 px-4 pb-3 md:pl-52">
          {figures.length > 0 ? <FactList facts={figures} /> : <p className="text-ink-soft">견준 값이 없습니다.</p>}
          {isOpen && row.command && (
            <section aria-label="명령">
              <h3 className="font-semibold">이 판단으로 보낸 명령</h3>
              <CommandSteps id={row.command} />
            </section>
          )}
          {actuator !== null && (
            <Link
              to="/cms/monitor/record"
              search={{ devices: actuator, range: 'free', begin: moment(at - AROUND_MS), end: moment(at + AROUND_MS) }}
              className="inline-flex min-h-touch items-center self-start font-medium text-leaf underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              그때 차트 보기
            </Link>
          )}
        </div>
      </details>
    </li>
  );
}

/** An instant as the address of the chart has it: '2026-11-18T1250'. */
const moment = (at: number) => `${seoulDate(at)}T${seoulClock(at).replace(':', '')}`;
