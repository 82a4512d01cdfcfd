import { useQuery } from '@tanstack/react-query';
import { controlLog } from '#contract/control/control-calls.ts';
import { decisionSentence } from '#contract/control/decision-text.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatInstant } from '#src/lib/format-date.ts';
import { Card } from '#src/ui/card.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { watchedControl } from './control-query.ts';

const ROWS = 50;

/** What of the page stands in the address. */
export type LogSearch = { actuator?: number; page?: number };

type LogPageProps = {
  farm: Pick<Farm, 'index' | 'farmName'>;
  search: LogSearch;
  onSearch: (change: LogSearch) => void;
};

/** Why equipment moved or did not: one line for each change, newest first. */
export function LogPage({ farm, search, onSearch }: LogPageProps) {
  const now = useAgesTo();
  const { actuator, page = 1 } = search;
  const control = useQuery(watchedControl(farm.index));
  const log = useQuery(
    readQuery(controlLog, {
      params: { id: farm.index },
      query: { page, size: ROWS, ...(actuator !== undefined && { actuator }) },
    }),
  );
  if (log.isError && !log.data) throw log.error;
  const actuators = control.data?.value.actuators ?? [];
  const nameOf = (channel: number | null) => {
    const found = actuators.find((one) => one.channel === channel);
    return found ? `${found.areaName} ${found.name}`.trim() : undefined;
  };
  const rows = log.data?.value.rows;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="판단 기록"
        lead={`${farm.farmName}. 장비가 왜 움직였고 왜 움직이지 않았는지, 바뀔 때마다 한 줄입니다.`}
      />
      <div className="max-w-sm">
        <NativeSelect
          label="장비"
          value={actuator === undefined ? '' : String(actuator)}
          onChange={(text) => onSearch({ ...(text !== '' && { actuator: Number(text) }) })}
        >
          <option value="">모든 장비</option>
          {actuators.map(({ channel }) => (
            <option key={channel} value={channel}>
              {nameOf(channel)}
            </option>
          ))}
        </NativeSelect>
      </div>
      <DataAgeNote seen={log.data} now={now} />
      {!rows && <Skeleton className="h-[40rem]" />}
      {rows?.length === 0 && (
        <EmptyState title="아직 적힌 판단이 없습니다">
          규칙을 켜거나 장비를 손으로 움직이면 그 까닭이 여기에 적힙니다.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card aria-label="판단" padding="none">
          <ol className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.index} className="flex flex-col gap-0.5 px-4 py-3 md:flex-row md:gap-4">
                <span className="tabular shrink-0 text-ink-soft md:w-44">{formatInstant(row.at)}</span>
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
