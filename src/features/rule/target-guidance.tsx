import { useQuery } from '@tanstack/react-query';
import type { ReservationTarget } from '#contract/control/rule/reservation-target.ts';
import { farmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { readQuery } from '#src/api/read/query.ts';
import { GuidanceWarnings } from '#src/ui/climate/guidance-warnings.tsx';
import { targetWarnings } from './target-warnings.ts';

type TargetGuidanceProps = { rule: ReservationTarget; farmIndex: number; now: number };

/** Guidance that contradicts the typed temperatures, by the growth calendar of the rule's crop. */
export function TargetGuidance({ rule, farmIndex, now }: TargetGuidanceProps) {
  const calendars = useQuery(readQuery(farmCalendars, { params: { id: farmIndex } })).data?.value;
  const { crops = [], sources = [] } = calendars ?? {};
  return <GuidanceWarnings warnings={targetWarnings(rule, crops, now)} sources={sources} />;
}
