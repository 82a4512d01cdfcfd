import { createFileRoute } from '@tanstack/react-router';
import { outcomes } from '#contract/control/decision.ts';
import { isSeoulDate } from '#contract/time/time.ts';
import { uuid } from '#contract/wire/uuid.ts';
import { LogPage, type LogSearch } from '#src/features/control/log-page.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { RouteFailure } from '../../-route-failure.tsx';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useTitle } from '../../-use-title.ts';
import { StopEverything } from './-stop-everything.tsx';

export const Route = createFileRoute('/cms/control/log')({
  staticData: { needsFarm: true },
  validateSearch: ({ actuator, area, rule, outcome, day, page }: Record<string, unknown>): LogSearch => ({
    ...(typeof actuator === 'number' && { actuator }),
    ...(area !== undefined && { area: String(area) }),
    ...outcomeIn(outcome),
    ...(typeof rule === 'string' && uuid.safeParse(rule).success && { rule }),
    ...(typeof day === 'string' && isSeoulDate(day) && { day }),
    ...(typeof page === 'number' && page > 1 && { page }),
  }),
  component: Log,
  errorComponent: RouteFailure,
});

function outcomeIn(raw: unknown): Pick<LogSearch, 'outcome'> {
  const outcome = outcomes.find((one) => one === raw);
  return outcome === undefined ? {} : { outcome };
}

function Log() {
  useTitle('판단 기록');
  const { farm } = useChosenFarm();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <>
      <LogPage key={farm.index} farm={farm} search={search} onSearch={(next) => void navigate({ search: next })} />
      <StopEverything />
    </>
  );
}
