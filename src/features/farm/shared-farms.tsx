import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { type FarmRow, shareFarms } from '#contract/farm/farm-manage.ts';

import { personWords } from '#contract/farm/farm-text.ts';

import { useCall } from '#src/api/call/call.ts';

import { refusalOf } from '#src/api/call/error-text.ts';

import { useNow } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { DataAgeNote } from '#src/ui/data-age-note.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListFailure } from '#src/ui/list/list-failure.tsx';
import { FarmLink } from './farm-link.tsx';
import { FarmName } from './farm-name.tsx';
import { areaWords, memberRights } from './farm-words.tsx';
import { useFarmActions } from './use-farm-actions.tsx';

/** Farms that others share with the user. */
export function SharedFarms({ mayWrite }: { mayWrite: boolean }) {
  const call = useCall();
  const { data: session } = useSession();
  const now = useNow();
  const farms = useQuery(readQuery(shareFarms, {}));
  const { actionsOf, dialog } = useFarmActions(mayWrite);
  if (farms.isError && !farms.data) {
    return (
      <ListFailure
        refusal={refusalOf(farms.error)}
        onRetry={() => void farms.refetch()}
        isRetrying={farms.isFetching}
      />
    );
  }
  return (
    <>
      <DataList<FarmRow>
        label="함께 쓰는 농장 목록"
        columns={columns}
        rows={farms.data?.value ?? []}
        rowKey={({ index }) => index}
        rowName={({ farmName }) => farmName}
        renderLink={({ index }, children, className) => (
          <FarmLink index={index} className={className}>
            {children}
          </FarmLink>
        )}
        rowActions={actionsOf}
        isLoading={farms.data === undefined}
        expectedRows={2}
        empty={
          <EmptyState title="함께 쓰는 농장이 없습니다" icon={<Users aria-hidden className="size-8" />}>
            다른 사람의 농장을 함께 쓰려면 농장주에게 내 아이디
            {session?.userId ? `(${session.userId})` : ''}를 알려 주세요. 농장주가 공동 사용자로 더하면 여기에
            나타납니다.
          </EmptyState>
        }
      />
      {farms.data !== undefined && farms.data.value.length > 0 && (
        <div className="flex max-sm:*:flex-1 sm:justify-end">
          <ExportButton
            fileName="함께 쓰는 농장 목록"
            heads={['농장', '농장주', '주소', '면적(㎡)', '권한']}
            load={async () =>
              (await call(shareFarms, {})).value.map(({ farmName, owner, address, areaM2, right }) => [
                farmName,
                personWords(owner),
                address,
                areaM2,
                rightWords(right),
              ])
            }
          />
        </div>
      )}
      {farms.data && <DataAgeNote fetchedAt={farms.data.fetchedAt} now={now} />}
      {dialog}
    </>
  );
}

const columns: readonly Column<FarmRow>[] = [
  { key: 'farmName', title: '농장', onCard: 'title', render: (farm) => <FarmName farm={farm} /> },
  { key: 'owner', title: '농장주', onCard: 'fact', render: ({ owner }) => personWords(owner) },
  { key: 'address', title: '주소', render: ({ address }) => address || '-' },
  { key: 'areaM2', title: '면적', align: 'end', render: ({ areaM2 }) => areaWords(areaM2) },
  {
    key: 'right',
    title: '권한',
    onCard: 'fact',
    render: ({ right }) => rightWords(right),
  },
];

function rightWords(right: FarmRow['right']): string {
  return right === 'own' ? '관리자로 관리' : memberRights[right];
}
