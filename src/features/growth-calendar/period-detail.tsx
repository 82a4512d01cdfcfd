import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import type { ResolvedPeriod } from '#contract/growth-calendar/calendar-edit.ts';
import type { CalendarSource } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { Card } from '#src/ui/card.tsx';
import { type BasisField, basisOf, periodName, sourceKeysOf, temperatureWords, waterWords } from './calendar-words.tsx';

type PeriodDetailProps = {
  period: ResolvedPeriod;
  sources: readonly CalendarSource[];
  isCurrent: boolean;
  /** Measured values, and actions. */
  children?: ReactNode;
};

/** One period in detail: its targets, the basis of each value, and sources. */
export function PeriodDetail({ period, sources, isCurrent, children }: PeriodDetailProps) {
  const { season, row, high, daysSinceGermination, note, noteSources = [] } = period;
  return (
    <Card aria-labelledby="period-title" className="flex flex-col gap-4">
      <div>
        <h3 id="period-title" className="text-lg font-bold">
          {periodName(period)} {season}
          {isCurrent && <span className="ml-2 font-semibold text-accent-ink">지금</span>}
        </h3>
        <p className="text-ink-soft">발아 뒤 {daysSinceGermination}일 무렵</p>
      </div>
      <dl className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <Value name="생육 단계" field="stage" period={period} sources={sources}>
          {season}
        </Value>
        <Value name="온도" field="temp" period={period} sources={sources}>
          밤 최저 {temperatureWords(row)}
          <br />낮 최고 {temperatureWords(high)}
        </Value>
        <Value name="관수 (10a마다)" field="water" period={period} sources={sources}>
          {waterWords(period)}
        </Value>
      </dl>
      {note !== undefined && (
        <div className="rounded-lg bg-sunken px-3 py-2">
          <p>{note}</p>
          <SourceLinks keys={noteSources} sources={sources} />
        </div>
      )}
      {children}
    </Card>
  );
}

type ValueProps = {
  name: string;
  field: BasisField;
  period: ResolvedPeriod;
  sources: readonly CalendarSource[];
  children: ReactNode;
};

function Value({ name, field, period, sources, children }: ValueProps) {
  const { sign, label, about } = basisOf(period, field);
  const named = sourceKeysOf(period, field);
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="tabular text-lg font-semibold">{children}</dd>
      <dd className="text-age text-ink-soft">
        <span aria-hidden>{sign} </span>
        <strong className="font-semibold">{label}</strong>. {about}
      </dd>
      {named.length > 0 && (
        <dd>
          <SourceLinks keys={named} sources={sources} />
        </dd>
      )}
    </div>
  );
}

/** Where something is from, one tap away. */
function SourceLinks({ keys, sources }: { keys: readonly string[]; sources: readonly CalendarSource[] }) {
  const named = keys.flatMap((key) => sources.find(({ id }) => id === key) ?? []);
  return (
    <ul className="flex flex-col">
      {named.map(({ id, title, url }) => (
        <li key={id}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-touch items-center gap-1.5 text-age text-leaf underline underline-offset-4"
          >
            {title}
            <ExternalLink aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">새 창</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
