import Award from 'lucide-react/icons/award';
import { type LeadFarmRow, leadFarms, setLeadFarm } from '#contract/farm/farm-admin.ts';
import { personWords } from '#contract/farm/farm-text.ts';
import type { leadFarmSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type ListAddress, useList } from '#src/api/read/use-list.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { DESKTOP, useMedia } from '#src/lib/use-media.ts';
import { Button } from '#src/ui/button/button.tsx';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { FarmName } from './farm-name.tsx';

type LeadFarmSort = (typeof leadFarmSorts)[number];

/** Which farms are lead farms: a button in the table, the menu of a card. */
export function LeadFarmsPage(address: ListAddress<LeadFarmSort>) {
  const list = useList(address, (asked) => readQuery(leadFarms, { query: asked }));
  const { attempt, isSaving } = useSave(setLeadFarm);
  const isDesktop = useMedia(DESKTOP);

  async function handleTurn({ index, isLeadFarm }: LeadFarmRow) {
    const outcome = await attempt({ params: { id: index }, body: { isLeadFarm: !isLeadFarm } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(isLeadFarm ? '선도농가 지정을 풀었습니다.' : '선도농가로 지정했습니다.');
  }
  function actionsOf(row: LeadFarmRow): MenuAction[] {
    return [{ label: `선도농가 ${turnWords(row)}`, icon, onSelect: () => void handleTurn(row) }];
  }
  const turnColumn: Column<LeadFarmRow, LeadFarmSort> = {
    key: 'isLeadFarm',
    title: '선도농가',
    sortBy: 'isLeadFarm',
    render: (row) => (
      <Button onClick={() => void handleTurn(row)} disabled={isSaving} aria-label={`${row.farmName} ${turnWords(row)}`}>
        {turnWords(row)}
      </Button>
    ),
  };
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="선도농가" lead="선도농가로 지정한 농장의 값을 다른 농장이 자기 값과 비교할 수 있습니다." />
      <ListPanel
        list={list}
        label="농장 목록"
        searchLabel="농장 이름, 주소, 농장주"
        columns={[...factColumns, turnColumn]}
        rowKey={({ index }) => index}
        rowName={({ farmName }) => farmName}
        {...(!isDesktop && { rowActions: actionsOf })}
        empty={
          <EmptyState title="아직 농장이 없습니다" icon={<Award aria-hidden className="size-8" />}>
            사용자가 농장을 등록하면 여기에서 선도농가를 지정할 수 있습니다.
          </EmptyState>
        }
        exportFile={exportFile}
      />
    </div>
  );
}

const exportFile: ExportFile<LeadFarmRow> = {
  name: '선도농가 목록',
  columns: [
    ['농장', ({ farmName }) => farmName],
    ['주소', ({ address }) => address],
    ['농장주', ({ owner }) => personWords(owner)],
    ['선도농가', ({ isLeadFarm }) => (isLeadFarm ? '예' : '')],
  ],
};

const icon = <Award aria-hidden className="size-5" />;
const turnWords = ({ isLeadFarm }: LeadFarmRow) => (isLeadFarm ? '지정 풀기' : '지정하기');

const factColumns: readonly Column<LeadFarmRow, LeadFarmSort>[] = [
  {
    key: 'farmName',
    title: '농장',
    sortBy: 'farmName',
    onCard: 'title',
    render: (farm) => <FarmName farm={farm} />,
  },
  { key: 'address', title: '주소', sortBy: 'address', onCard: 'fact', render: ({ address }) => address || null },
  { key: 'owner', title: '농장주', sortBy: 'owner', onCard: 'fact', render: ({ owner }) => personWords(owner) },
];
