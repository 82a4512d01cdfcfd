import MapPin from 'lucide-react/icons/map-pin';
import Warehouse from 'lucide-react/icons/warehouse';
import type { Farm } from '#contract/farm.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { Card } from '#src/ui/card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

/** 1 평 is 400/121 m². */
const M2_PER_PYEONG = 400 / 121;

const rights = { own: '내 농장', write: '함께 관리하는 농장', read: '함께 보는 농장' } as const;

export type FarmManagePageProps = { farms: readonly Farm[] | undefined };

/** The user's farms with what is known of each. */
export function FarmManagePage({ farms }: FarmManagePageProps) {
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl font-bold">농장 관리</h1>
      {!farms && <Skeleton className="h-40" />}
      {farms?.length === 0 && (
        <EmptyState title="아직 농장이 없습니다" icon={<Warehouse aria-hidden className="size-8" />}>
          관리자가 농장을 등록하거나 다른 농장주가 농장을 함께 쓰도록 하면 여기에 나타납니다. 관리자에게 내 아이디를
          알려 주세요.
        </EmptyState>
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {farms?.map(({ index, farmName, address, areaM2, right, isLeadFarm }) => (
          <li key={index}>
            <Card aria-labelledby={`farm-${index}`} className="flex h-full flex-col gap-2">
              <h2 id={`farm-${index}`} className="text-lg font-bold">
                {farmName}
              </h2>
              <p className="flex items-center gap-2 text-ink-soft">
                <MapPin aria-hidden className="size-5 shrink-0" />
                {address}
              </p>
              {areaM2 !== null && (
                <p className="tabular">
                  {formatNumber(areaM2, 0)} ㎡
                  <span className="text-ink-soft">
                    {' '}
                    ({formatNumber(areaM2 / 1000, 2)} × 10a, {formatNumber(areaM2 / M2_PER_PYEONG, 0)}평)
                  </span>
                </p>
              )}
              <p className="text-age text-ink-soft">
                {rights[right]}
                {isLeadFarm && ' · 선도농가'}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
