import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FarmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { MINUTE_MS, seoulMonth } from '#contract/time/time.ts';
import { ApiError } from '#src/api/call/errors.ts';
import { useAgesTo, useNow } from '#src/api/call/server-clock.ts';
import { useIsIdle } from '#src/lib/use-idle.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Sheet } from '#src/ui/dialog/sheet.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { addressOf, askedIn, type CalendarAsked, NO_CALENDAR, OWN_CALENDAR } from './calendar-address.ts';
import { CalendarForm, type CropChoice } from './calendar-form.tsx';
import { cropCodesQuery, farmCalendarsQuery, itemCalendarQuery } from './calendar-queries.ts';
import { CalendarResult, type ShownCalendar } from './calendar-result.tsx';
import { LastNight } from './last-night.tsx';

type CalendarDialogProps = {
  farms: readonly { index: number; farmName: string }[];
  farmIndex: number;
  /** The value of the search parameter. */
  address: string;
  onAddress: (address: string) => void;
  /** Changes the farm together with the search parameter. */
  onFarm: (farmIndex: number, address: string) => void;
  onClose: () => void;
  /** Renders the measurements of the month (yyyy-MM). */
  renderMonth: (month: string) => ReactNode;
  /** Whether the result of a query is loading. */
  isResultLoading: boolean;
  /** Whether the user may set the farm's own targets. */
  mayWrite: boolean;
  /** A link to the crop registration, for farms without a crop. */
  cropLink: ReactNode;
};

/** The targets of a farm's crop over the year, with the measurements of a month. Import lazily. */
export function CalendarDialog(props: CalendarDialogProps) {
  const { farms, farmIndex, address, onAddress, onFarm, onClose, renderMonth, isResultLoading, mayWrite, cropLink } =
    props;
  const now = useNow(MINUTE_MS);
  const thisMonth = seoulMonth(now);
  const calendars = useQuery(farmCalendarsQuery(farmIndex));
  const codes = useQuery(cropCodesQuery);
  const crops = calendars.data?.value.crops ?? [];
  const ownCrop = crops.find(({ calendar }) => calendar !== null)?.cropId;
  const own = ownCrop === undefined ? null : { month: thisMonth, crop: ownCrop };
  const named = address === OWN_CALENDAR ? own : askedIn(address);
  // The URL may name a future month, which cannot be queried.
  const asked = named && named.month <= thisMonth ? named : null;
  const [draft, setDraft] = useState<CalendarAsked | null>(null);
  const chosen = draft ?? named ?? own ?? { month: thisMonth, crop: '' };
  const ownChoices = crops.map(ownChoice);
  const otherChoices = (codes.data?.value ?? []).flatMap(({ code, itemsName, hasCalendar }) =>
    // An address may name the kind of a crop that the farm grows.
    code !== chosen.crop && crops.some(({ itemCode }) => itemCode === code)
      ? []
      : [{ value: code, label: itemsName, hasCalendar }],
  );
  return (
    <Sheet title="생육 달력" onClose={onClose} isWide>
      <div className="flex flex-col gap-5">
        <CalendarForm
          farms={farms}
          farmIndex={farmIndex}
          ownCrops={ownChoices}
          otherCrops={otherChoices}
          chosen={chosen}
          now={now}
          isLoading={calendars.isLoading || isResultLoading}
          onFarm={(index) => {
            setDraft(null);
            onFarm(index, NO_CALENDAR);
          }}
          onChange={setDraft}
          onQuery={() => onAddress(addressOf(chosen))}
        />
        {asked ? (
          <Asked
            key={`${farmIndex} ${addressOf(asked)}`}
            asked={asked}
            farmIndex={farmIndex}
            now={now}
            mayWrite={mayWrite}
          >
            <div className="flex flex-col gap-6">{renderMonth(asked.month)}</div>
          </Asked>
        ) : (
          <NothingAsked isKnown={calendars.data !== undefined} hasCrop={ownCrop !== undefined} cropLink={cropLink} />
        )}
      </div>
    </Sheet>
  );
}

const ownChoice = ({ cropId, itemsName, house, calendar }: FarmCalendars['crops'][number]): CropChoice => ({
  value: cropId,
  label: house === '' ? itemsName : `${itemsName}, ${house}`,
  hasCalendar: calendar !== null,
});

function NothingAsked({ isKnown, hasCrop, cropLink }: { isKnown: boolean; hasCrop: boolean; cropLink: ReactNode }) {
  return (
    <EmptyState
      title={
        hasCrop || !isKnown ? '작물과 달을 고르고 조회를 눌러 주세요' : '이 농장에는 생육 달력이 있는 작물이 없습니다'
      }
    >
      {hasCrop || !isKnown ? (
        '고른 작물의 열두 달 재배표와 그 달의 기록을 보여 드립니다.'
      ) : (
        <>다른 작물을 골라 조회하거나, 심은 작물을 먼저 등록해 주세요. {cropLink}</>
      )}
    </EmptyState>
  );
}

type AskedProps = {
  asked: CalendarAsked;
  farmIndex: number;
  now: number;
  mayWrite: boolean;
  children: ReactNode;
};

/** The queried calendar, then the measurements of the month below it. */
function Asked({ asked, farmIndex, now, mayWrite, children }: AskedProps) {
  const agesTo = useAgesTo();
  const { calendar, answer, isOwn } = useShownCalendar(asked.crop, farmIndex);
  // The month takes more work than the twelve cards: it waits until they have been painted.
  const isStill = useIsIdle(!answer.isLoading);
  return (
    <>
      <LastNight farmIndex={farmIndex} now={now} />
      <DataAgeNote seen={answer.data} now={agesTo} />
      {calendar ? (
        <CalendarResult
          calendar={calendar}
          month={Number(asked.month.slice(5))}
          year={Number(asked.month.slice(0, 4))}
          now={now}
          mayWrite={mayWrite}
        />
      ) : answer.isError ? (
        <div className="flex flex-wrap items-center gap-3">
          <Banner tone={answer.error instanceof ApiError ? 'warn' : 'offline'}>
            {answer.error instanceof ApiError
              ? answer.error.message
              : '이 작물의 생육 달력은 이 기기에 없습니다. 연결되면 다시 조회해 주세요.'}
          </Banner>
          <Button onClick={() => void answer.refetch()} isBusy={answer.isFetching}>
            다시 시도
          </Button>
        </div>
      ) : answer.data && isOwn ? (
        <Banner tone="warn">이 작물은 이 농장에 없습니다. 작물을 다시 골라 주세요.</Banner>
      ) : (
        <Skeleton className="h-[30rem]" />
      )}
      {isStill && children}
    </>
  );
}

/** `crop` is the id of a crop of the farm, or the code of a kind of crop. */
function useShownCalendar(crop: string, farmIndex: number) {
  const isOwn = !/^[A-Z]/.test(crop);
  const farm = useQuery({ ...farmCalendarsQuery(farmIndex), enabled: isOwn });
  const item = useQuery({ ...itemCalendarQuery(crop), enabled: !isOwn });
  return isOwn
    ? { calendar: farm.data && ofFarm(farm.data.value, crop), answer: farm, isOwn }
    : {
        calendar: item.data && { ...item.data.value, name: item.data.value.itemsName, crop: null },
        answer: item,
        isOwn,
      };
}

function ofFarm({ crops, sources, about }: FarmCalendars, cropId: string): ShownCalendar | undefined {
  const crop = crops.find((one) => one.cropId === cropId);
  return crop?.calendar ? { ...crop.calendar, name: crop.itemsName, sources, about, crop } : undefined;
}
