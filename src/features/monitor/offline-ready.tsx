import { useQuery } from '@tanstack/react-query';
import CloudDownload from 'lucide-react/icons/cloud-download';
import { useState } from 'react';
import { useConnectivity } from '#src/api/call/connectivity.ts';
import { useSessionStore } from '#src/api/session/session.ts';
import { allowMetered, prefetchOffReason, preparedQuery, prepareFarms } from '#src/api/worker/offline-prefetch.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';

/** Which of a farm's records are on this device, up to when, and how to fetch the rest. */
export function OfflineReady({ farm }: { farm: number }) {
  const session = useSessionStore();
  const prepared = useQuery(preparedQuery(session));
  const reach = useConnectivity();
  const [isBringing, setIsBringing] = useState(false);
  if (!prepared.data) return null;
  const own = prepared.data.find((one) => one.farm === farm);
  const share = own?.prepared ? own.prepared.tiles / own.prepared.wanted : 0;
  const isReady = share >= 1;
  const sparing = prefetchOffReason();
  const isOffline = reach === 'offline' || reach === 'captive';

  async function bring() {
    setIsBringing(true);
    if (sparing !== null) allowMetered();
    await prepareFarms(session, [farm]);
    await prepared.refetch();
    setIsBringing(false);
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken px-4 py-2">
      <p className="text-age text-ink-soft" aria-live="polite">
        {isReady && own ? (
          <>
            <strong className="font-semibold text-ink">오프라인 준비됨</strong> · 최근 400일 기록을 연결 없이 볼 수
            있습니다 ({formatDateTime(own.checkedAt)} 기준)
          </>
        ) : share > 0 ? (
          `오프라인 준비 ${Math.floor(share * 100)} % · 나머지는 연결되어 있는 동안 받습니다`
        ) : sparing !== null ? (
          '데이터를 아끼는 중이라 지난 기록을 미리 받지 않았습니다.'
        ) : (
          '지난 기록을 아직 이 기기에 받지 않았습니다.'
        )}
      </p>
      {!isReady && !isOffline && (
        <Button
          isBusy={isBringing}
          onClick={() => void bring()}
          icon={<CloudDownload aria-hidden className="size-5" />}
        >
          지금 받기
        </Button>
      )}
    </div>
  );
}
