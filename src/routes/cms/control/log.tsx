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

/** What stands in the address. The outcome is looked at by the page, because its list would burden every first load. */
type Addressed = Omit<LogSearch, 'outcome'> & { outcome?: string };

export const Route = createFileRoute('/cms/control/log')({
  staticData: { needsFarm: true },
  validateSearch: ({ actuator, area, rule, outcome, day, page }: Record<string, unknown>): Addressed => ({
    ...(typeof actuator === 'number' && { actuator }),
    ...(area !== undefined && { area: String(area) }),
    ...(typeof outcome === 'string' && { outcome }),
    ...(typeof rule === 'string' && uuid.safeParse(rule).success && { rule }),
    ...(typeof day === 'string' && isSeoulDate(day) && { day }),
    ...(typeof page === 'number' && page > 1 && { page }),
  }),
  component: Log,
  errorComponent: RouteFailure,
});

function searchOf({ outcome: raw, ...search }: Addressed): LogSearch {
  const outcome = outcomes.find((one) => one === raw);
  return outcome === undefined ? search : { ...search, outcome };
}

function Log() {
  useTitle('판단 기록');
  const { farm } = useChosenFarm();
  const search = searchOf(Route.useSearch());
  const navigate = Route.useNavigate();
  if (!farm) return <Skeleton className="h-[40rem]" />;
  return (
    <>
      <LogPage key={farm.index} farm={farm} search={search} onSearch={(next) => void navigate({ search: next })} />
      <StopEverything />
    </>
  );
}
