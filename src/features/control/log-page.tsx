import { useQuery } from '@tanstack/react-query';
import { controlLog } from '#contract/control/control-calls.ts';
import { decisionSentence } from '#contract/control/decision-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { seoulDate } from '#contract/time/time.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { Card } from '#src/ui/card.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { DateField } from '#src/ui/field/date-field.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { watchedControl } from './control-query.ts';

const ROWS = 50;

/** The page's search parameters. */
export type LogSearch = {
  /** Index of an actuator. */
  actuator?: number;
  /** UUID of a rule. */
  rule?: string;
  /** A Seoul day, yyyy-MM-dd. */
  day?: string;
  page?: number;
};

type LogPageProps = {
  farm: Pick<Farm, 'index' | 'farmName'>;
  search: LogSearch;
  onSearch: (change: LogSearch) => void;
};

/** Why equipment moved or did not move: one line per change, newest first. */
export function LogPage({ farm, search, onSearch }: LogPageProps) {
  const now = useAgesTo();
  const { actuator, rule, day, page = 1 } = search;
  const control = useQuery(watchedControl(farm.index));
  const log = useQuery(
    readQuery(controlLog, {
      params: { id: farm.index },
      query: { page, size: ROWS, actuator, rule, from: day, to: day },
    }),
  );
  if (log.isError && !log.data) throw log.error;
  const actuators = control.data?.value.actuators ?? [];
  const nameOf = (channel: number | null) => {
    const found = actuators.find((one) => one.channel === channel);
    return found ? `${found.areaName} ${found.name}`.trim() : undefined;
  };
  const rows = log.data?.value.rows;
  const rules = [...(control.data?.value.rules ?? [])].sort((one, other) => one.name.localeCompare(other.name, 'ko'));
  // Another filter starts at the first page.
  const narrow = (change: { [Name in keyof LogSearch]: LogSearch[Name] | undefined }) => {
    const { page: _, ...asked } = { ...search, ...change };
    onSearch(asked);
  };
  const isNarrowed = actuator !== undefined || rule !== undefined || day !== undefined;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="판단 기록"
        lead={`${farm.farmName}. 장비가 왜 움직였고 왜 움직이지 않았는지, 바뀔 때마다 한 줄입니다.`}
      />
      <div className="grid max-w-3xl gap-3 sm:grid-cols-3">
        <NativeSelect
          label="장비"
          value={actuator === undefined ? '' : String(actuator)}
          onChange={(text) => narrow({ actuator: text === '' ? undefined : Number(text) })}
        >
          <option value="">모든 장비</option>
          {actuators.map(({ channel }) => (
            <option key={channel} value={channel}>
              {nameOf(channel)}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect label="규칙" value={rule ?? ''} onChange={(id) => narrow({ rule: id === '' ? undefined : id })}>
          <option value="">모든 규칙</option>
          {rules.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <DateField
          label="날"
          value={day ?? null}
          max={seoulDate(now)}
          onChange={(chosen) => narrow({ day: chosen ?? undefined })}
        />
      </div>
      <DataAgeNote seen={log.data} now={now} />
      {!rows && <Skeleton className="h-[40rem]" />}
      {rows?.length === 0 && isNarrowed && (
        <EmptyState title="찾는 판단이 없습니다">다른 장비나 규칙, 다른 날을 골라 보세요.</EmptyState>
      )}
      {rows?.length === 0 && !isNarrowed && (
        <EmptyState title="아직 적힌 판단이 없습니다">
          규칙을 켜거나 장비를 손으로 움직이면 그 이유가 여기에 적힙니다.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card aria-label="판단" padding="none">
          <ol className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.index} className="flex flex-col gap-0.5 px-4 py-3 md:flex-row md:gap-4">
                <span className="tabular shrink-0 text-ink-soft md:w-44">{formatDateTime(row.at)}</span>
                <span className="min-w-0">
                  {decisionSentence(row, nameOf(row.actuator) ?? row.ruleName ?? '장비')}
                  {row.ruleName !== null && row.actuator !== null && (
                    <span className="text-ink-soft"> · 규칙 {row.ruleName}</span>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </Card>
      )}
      <Pager
        page={page}
        pageSize={ROWS}
        total={log.data?.value.total ?? 0}
        onPage={(next) => onSearch({ ...search, page: next })}
      />
    </div>
  );
}
