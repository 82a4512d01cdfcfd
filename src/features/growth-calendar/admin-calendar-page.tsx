import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { itemCodes } from '#contract/crop/item-code.ts';
import { monthParts } from '#contract/growth-calendar/growth-calendar.ts';
import {
  type CalendarChange,
  growthCalendarChanges,
  type ItemCalendar,
  resetGrowthCalendar,
  updateGrowthCalendar,
} from '#contract/growth-calendar/growth-calendar-calls.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { firstResult } from '#src/api/read/first-result.ts';
import { readQuery } from '#src/api/read/query.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { NativeSelect } from '#src/ui/field/native-select.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { amountText } from './amount-field.tsx';
import { cropCodesQuery, itemCalendarQuery } from './calendar-queries.ts';
import { periodName } from './calendar-words.tsx';
import { MonthCard } from './month-card.tsx';
import { PeriodDetail } from './period-detail.tsx';
import { TargetEditor } from './target-editor.tsx';
import { valueLabels } from './target-form.tsx';
import { YearStrip } from './year-strip.tsx';

type AdminCalendarPageProps = { itemCode: string | undefined; onItemCode: (itemCode: string) => void };

/** The kinds of crops that have a calendar, and the one to edit. */
function choiceOf(codes: AnswerOf<typeof itemCodes>, itemCode: string | undefined) {
  const choices = codes.filter(({ hasCalendar }) => hasCalendar);
  return { choices, chosen: choices.find(({ code }) => code === itemCode) ?? choices[0] };
}

/** Starts the reads of the page. */
export async function readAdminCalendar(queryClient: QueryClient, itemCode: string | undefined): Promise<void> {
  const { chosen } = choiceOf((await firstResult(queryClient, cropCodesQuery)).value, itemCode);
  if (chosen) await firstResult(queryClient, itemCalendarQuery(chosen.code));
}

/**
 * The calendar of a kind of crop for all farms: edit periods with author and reason, or restore the built-in values.
 */
export function AdminCalendarPage({ itemCode, onItemCode }: AdminCalendarPageProps) {
  const codes = useQuery(cropCodesQuery);
  const { choices, chosen } = choiceOf(codes.data?.value ?? [], itemCode);
  const calendar = useQuery({ ...itemCalendarQuery(chosen?.code ?? ''), enabled: chosen !== undefined });
  if (calendar.isError && !calendar.data) throw calendar.error;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="생육 달력 고치기"
        lead="고친 값은 모든 농장의 생육 달력, 난방 목표와 그래프에 바로 쓰입니다. 농장이 직접 정한 값은 그대로 남습니다."
      />
      {chosen && (
        <div className="max-w-xs">
          <NativeSelect label="작물" value={chosen.code} onChange={onItemCode}>
            {choices.map(({ code, itemsName }) => (
              <option key={code} value={code}>
                {itemsName}
              </option>
            ))}
          </NativeSelect>
        </div>
      )}
      {calendar.data ? (
        <Edited key={chosen?.code} calendar={calendar.data.value} />
      ) : (
        <Skeleton className="h-[30rem]" />
      )}
    </div>
  );
}

function Edited({ calendar }: { calendar: ItemCalendar }) {
  const { itemCode, itemsName, periods, sources } = calendar;
  const { attempt } = useSave(updateGrowthCalendar);
  const [selected, setSelected] = useState(0);
  const [stop, setStop] = useState(selected);
  const months = useMemo(() => Array.from({ length: 12 }, (_, at) => periods.slice(at * 3, at * 3 + 3)), [periods]);
  const shown = periods[selected];
  return (
    <>
      <h2 className="sr-only">{itemsName} 열두 달 재배표</h2>
      <YearStrip label={`${itemsName} 열두 달 재배표`} first={0}>
        {months.map((three, at) => (
          <MonthCard
            key={three[0]?.month ?? at}
            month={at + 1}
            periods={three}
            offset={at * 3}
            isChosen={false}
            current={null}
            selected={Math.floor(selected / 3) === at ? selected : null}
            onSelect={setSelected}
            stop={Math.floor(stop / 3) === at ? stop : null}
            onStop={setStop}
          />
        ))}
      </YearStrip>
      {shown && (
        <PeriodDetail period={shown} sources={sources} isCurrent={false}>
          <TargetEditor
            key={selected}
            openLabel="이 시기 고치기"
            name={`calendar ${itemCode} ${selected}`}
            title={`${itemsName} ${periodName(shown)} 고치기`}
            period={shown}
            rowBefore={periods.at(selected - 1)?.row ?? 'natural'}
            crop={{ itemsName, isHeated: false }}
            sources={sources}
            by="administrator"
            schema={updateGrowthCalendar.body}
            send={(values, { reason: _, ...base }) =>
              attempt({ params: { itemCode, period: selected }, body: { ...values, base } })
            }
          />
        </PeriodDetail>
      )}
      <History itemCode={itemCode} itemsName={itemsName} />
    </>
  );
}

function History({ itemCode, itemsName }: { itemCode: string; itemsName: string }) {
  const changes = useQuery(readQuery(growthCalendarChanges, { params: { itemCode } })).data?.value ?? [];
  const { attempt } = useSave(resetGrowthCalendar);
  const { ask, dialog } = useConfirm();
  const handleReset = () =>
    ask({
      title: '기본 생육 달력으로 되돌리기',
      text: '고친 값을 모두 되돌립니다. 무엇을 고쳤는지는 변경 기록에 남습니다.',
      name: itemsName,
      nameLabel: '작물 이름',
      confirmLabel: '되돌리기',
      onConfirm: async () => confirmed(await attempt({ params: { itemCode }, body: {} })),
    });
  return (
    <Card aria-labelledby="calendar-history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="calendar-history" className="text-lg font-bold">
          변경 기록
        </h2>
        {changes.length > 0 && <Button onClick={handleReset}>기본 달력으로 되돌리기</Button>}
      </div>
      {changes.length === 0 ? (
        <p className="text-ink-soft">아직 고친 값이 없습니다.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {changes.map((change) => (
            <li key={change.index} className="py-2">
              <ChangeWords change={change} />
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}

function ChangeWords({ change }: { change: CalendarChange }) {
  const { changedAt, by, period, name, before, after, reason } = change;
  const place = { month: Math.floor(period / 3) + 1, part: monthParts[period % 3] ?? 'early' };
  return (
    <>
      <p>
        <strong className="font-semibold">{periodName(place)}</strong> {valueLabels[name]}: {valueWords(before)} →{' '}
        {valueWords(after)}
        {reason !== '' && `. ${reason}`}
      </p>
      <p className="text-age text-ink-soft">
        {formatDateTime(changedAt)} · {by ?? '없는 사용자'}
      </p>
    </>
  );
}

function valueWords(value: CalendarChange['before']): string {
  if (value === null) return '달력대로';
  if (value === 'natural' || value === 'water-saving' || typeof value !== 'string') return amountText(value);
  return value;
}
