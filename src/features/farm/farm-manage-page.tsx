import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Users from 'lucide-react/icons/users';
import Warehouse from 'lucide-react/icons/warehouse';
import type { ReactNode } from 'react';
import { createFarm, type FarmRow, updateFarm } from '#contract/farm/farm-manage.ts';
import { farmNoun, personWords } from '#contract/farm/farm-text.ts';
import type { farmSorts } from '#contract/wire/sorts.ts';
import { useUnsentRows, type WithQueued } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { useList } from '#src/api/read/use-list.ts';
import { useSession } from '#src/api/session/session.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { useImportDialog } from '#src/ui/csv/use-import-dialog.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { QueuedRows, QueuedTag, rowLinkClass } from '#src/ui/list/queued-rows.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SegmentedTabs } from '#src/ui/segmented-tabs.tsx';
import { farmColumns } from './farm-columns.tsx';
import { FarmLink } from './farm-link.tsx';
import { type FarmListSearch, farmListQuery } from './farm-list.ts';
import { FarmName } from './farm-name.tsx';
import { rightWords, smallAreaWords } from './farm-words.tsx';
import { type UnsentFarms, useUnsentFarms } from './unsent/use-unsent-farms.ts';
import { useFarmActions } from './use-farm-actions.tsx';

type FarmManagePageProps = {
  search: FarmListSearch;
  onSearch: (change: FarmListSearch) => void;
  mayWrite: boolean;
};

const PANEL = 'farm-list-panel';
const loadImport = async () => (await import('./farm-import.tsx')).FarmImport;

/** The user's own farms, and those shared by others. */
export function FarmManagePage(props: FarmManagePageProps) {
  const { search, onSearch, mayWrite } = props;
  const view = search.view ?? 'all';
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="농장 관리" actions={mayWrite && <CreateLink />} />
      <div className="max-w-md">
        <SegmentedTabs
          label="보이는 농장"
          panelId={PANEL}
          tabs={[
            { value: 'all', label: '모든 농장' },
            { value: 'shared', label: '함께 쓰는 농장' },
          ]}
          value={view}
          onChange={(next) => onSearch({ view: next === 'shared' ? next : undefined, page: undefined })}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label="농장 목록" className="flex flex-col gap-5">
        <FarmList key={view} {...props} />
      </div>
    </div>
  );
}

function FarmList({ search, onSearch, mayWrite }: FarmManagePageProps) {
  const { view } = search;
  const { data: session } = useSession();
  const stored = useList({ search, onSearch }, (asked) => farmListQuery(view, asked));
  const list = useUnsentRows(stored, updateFarm, ({ index }) => index);
  const mayAdd = mayWrite && view !== 'shared';
  const { actionsOf, dialog } = useFarmActions(mayWrite);
  const importing = useImportDialog(loadImport);
  const myId = session?.userId ?? null;
  const created = useWritten(createFarm, stored.since);
  const { unread } = useUnsentFarms(undefined, stored.since);
  return (
    <>
      <QueuedRows
        noun="농장"
        rows={created.map(({ entryId, state, body }) => ({ entryId, state, title: unreadName(body, unread) }))}
      />
      <ListPanel
        list={list}
        label={view === 'shared' ? '함께 쓰는 농장 목록' : '농장 목록'}
        searchLabel="농장 이름, 주소, 농장주"
        columns={columnsFor(myId)}
        rowKey={({ index }) => index}
        rowName={({ farmName }) => farmName}
        rowActions={actionsOf}
        renderLink={({ index }, children, className) => (
          <FarmLink index={index} className={className}>
            {children}
          </FarmLink>
        )}
        expectedRows={4}
        empty={view === 'shared' ? <NothingShared myId={myId} /> : <NoFarms mayWrite={mayWrite} myId={myId} />}
        exportFile={fileFor(view, myId)}
        onImport={mayAdd ? importing.open : undefined}
      />
      {importing.Dialog && <importing.Dialog {...importing.shown} />}
      {dialog}
    </>
  );
}

/** The name of a farm that the list does not have, with a link to its page; lines of an imported file have none. */
function unreadName(
  body: { farmName: string; provisionalIndex?: number | undefined } | undefined,
  unread: UnsentFarms['unread'],
): ReactNode {
  const farm = unread.find(({ index }) => index === body?.provisionalIndex);
  if (!farm) return body?.farmName ?? farmNoun;
  return (
    <FarmLink index={farm.index} className={rowLinkClass}>
      {farm.farmName}
    </FarmLink>
  );
}

function CreateLink() {
  return (
    <Link to="/cms/farm/farm-create" className={buttonClass('primary')}>
      <Plus aria-hidden className="size-5" />
      농장 등록
    </Link>
  );
}

function columnsFor(myId: string | null): Column<WithQueued<FarmRow>, (typeof farmSorts)[number]>[] {
  return [
    {
      key: 'farmName',
      title: '농장',
      sortBy: 'farmName',
      onCard: 'title',
      render: (farm) => (
        <>
          <FarmName farm={farm} /> <QueuedTag state={farm.queued} />
        </>
      ),
    },
    { key: 'address', title: '주소', sortBy: 'address', onCard: 'fact', render: ({ address }) => address || null },
    {
      key: 'areaM2',
      title: '면적',
      sortBy: 'areaM2',
      align: 'end',
      onCard: 'fact',
      render: ({ areaM2 }) =>
        areaM2 !== null && (
          <>
            {formatNumber(areaM2, 0)} ㎡<span className="block text-age text-ink-soft">{smallAreaWords(areaM2)}</span>
          </>
        ),
    },
    { key: 'owner', title: '농장주', sortBy: 'owner', render: ({ owner }) => personWords(owner) },
    { key: 'right', title: '권한', onCard: 'fact', render: (row) => rightWords(row, myId) },
  ];
}

/** An export can be imported again; its last columns are ignored by the import. */
function fileFor(view: 'shared' | undefined, myId: string | null): ExportFile<FarmRow> {
  return {
    name: view === 'shared' ? '함께 쓰는 농장 목록' : '농장 목록',
    columns: [
      ...farmColumns.map(({ title, key }) => [title, (row: FarmRow) => row[key]] as const),
      ['농장주', ({ owner }) => personWords(owner)],
      ['권한', (row) => rightWords(row, myId)],
      ['선도농가', ({ isLeadFarm }) => (isLeadFarm ? '예' : '')],
    ],
  };
}

function NoFarms({ mayWrite, myId }: { mayWrite: boolean; myId: string | null }) {
  return (
    <EmptyState
      title="아직 농장이 없습니다"
      icon={<Warehouse aria-hidden className="size-8" />}
      action={mayWrite && <CreateLink />}
    >
      {mayWrite && '먼저 농장을 등록해 주세요. 그다음 작물과 장치를 더하면 온실의 값을 볼 수 있습니다. '}
      {askOwnerWords(myId)}
    </EmptyState>
  );
}

function NothingShared({ myId }: { myId: string | null }) {
  return (
    <EmptyState title="함께 쓰는 농장이 없습니다" icon={<Users aria-hidden className="size-8" />}>
      {askOwnerWords(myId)} 농장주가 공동 사용자로 더하면 여기에 나타납니다.
    </EmptyState>
  );
}

function askOwnerWords(myId: string | null): string {
  return `다른 사람의 농장을 함께 쓰려면 농장주에게 내 아이디${myId === null ? '' : `(${myId})`}를 알려 주세요.`;
}
