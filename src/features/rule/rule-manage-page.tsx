import ListChecks from 'lucide-react/icons/list-checks';
import Plus from 'lucide-react/icons/plus';
import type { RuleFamily } from '#contract/control/rule/rule.ts';
import type { RuleRow } from '#contract/control/rule/rule-calls.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useList } from '#src/api/read/use-list.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { asCopy, type Dated } from '#src/lib/data-age.ts';
import { formatInstant } from '#src/lib/format-date.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { FarmChips } from '#src/ui/list/farm-chips.tsx';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { RuleCreateLink, RuleLink } from './rule-link.tsx';
import { type RuleListSearch, type RuleSort, ruleListQuery } from './rule-list.ts';
import { nextWords, nowWords, RuleNow, WatchTag } from './rule-state.tsx';
import { RuleSwitch } from './rule-switch.tsx';
import { familyWords, modeWords, OFFLINE_WORDS } from './rule-words.tsx';
import { useRuleActions } from './use-rule-actions.tsx';

type RuleManagePageProps = {
  family: RuleFamily;
  search: RuleListSearch;
  onSearch: (change: RuleListSearch) => void;
  /** The chosen farm; undefined without one. */
  farm: Pick<Farm, 'index' | 'farmName'> | undefined;
  hasOtherFarms: boolean;
  mayWrite: boolean;
  /** Whether there is a farm for a new rule. */
  mayCreate: boolean;
};

/** The rules of a family: purpose, current state and next action of each. */
export function RuleManagePage(props: RuleManagePageProps) {
  const { family, search, onSearch, farm, hasOtherFarms, mayWrite, mayCreate } = props;
  const farmIndex = search.view === 'all' ? undefined : farm?.index;
  const list = useList({ search, onSearch }, (asked) => ruleListQuery(family, farmIndex, asked));
  const isOffline = useIsOffline();
  const { actionsOf, dialog } = useRuleActions(family, { mayWrite, isOffline });
  const { title, lead } = familyWords[family];
  const refusalOf = ({ right }: RuleRow) => {
    if (isOffline) return OFFLINE_WORDS;
    return mayWrite && right !== 'read' ? undefined : '보기만 할 수 있습니다.';
  };
  const create = (
    <RuleCreateLink
      family={family}
      variant="primary"
      isOffline={isOffline}
      icon={<Plus aria-hidden className="size-5" />}
    >
      규칙 만들기
    </RuleCreateLink>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHead title={title} lead={lead} actions={mayCreate && create} />
      {isOffline && <Banner tone="offline">{OFFLINE_WORDS}</Banner>}
      {farm && hasOtherFarms && <FarmChips farmName={farm.farmName} view={search.view} onView={onSearch} />}
      <ListPanel
        list={{ ...list, seen: asCopy(list.seen, isOffline) }}
        label={`${title} 목록`}
        searchLabel="규칙 이름, 동"
        columns={columnsFor({ now: list.now, seen: list.seen }, farmIndex === undefined, refusalOf)}
        rowKey={({ id }) => id}
        rowName={({ fields }) => fields.name}
        rowActions={actionsOf}
        renderLink={({ id, fields }, children, className) => (
          <RuleLink family={fields.family} id={id} className={className}>
            {children}
          </RuleLink>
        )}
        expectedRows={2}
        empty={
          <EmptyState
            title="아직 규칙이 없습니다"
            icon={<ListChecks aria-hidden className="size-8" />}
            action={mayCreate && create}
          >
            {lead} 만든 규칙은 먼저 지켜보기로 두어, 무엇을 하려는지 보고 나서 실행할 수 있습니다.
          </EmptyState>
        }
        exportFile={fileFor(title)}
      />
      {dialog}
    </div>
  );
}

function columnsFor(
  { now, seen }: { now: number; seen: Dated | undefined },
  isFarmShown: boolean,
  refusalOf: (rule: RuleRow) => string | undefined,
): Column<RuleRow, RuleSort>[] {
  const farm: Column<RuleRow, RuleSort> = {
    key: 'farmName',
    title: '농장',
    sortBy: 'farmName',
    onCard: 'fact',
    render: ({ farmName }) => farmName,
  };
  return [
    {
      key: 'name',
      title: '규칙',
      sortBy: 'name',
      onCard: 'title',
      render: (rule) => (
        <span className="flex flex-wrap items-center gap-x-2">
          {rule.fields.name} <WatchTag {...rule} />
        </span>
      ),
    },
    ...(isFarmShown ? [farm] : []),
    {
      key: 'sentence',
      title: '하는 일',
      onCard: 'fact',
      render: ({ sentence }) => <span className="block max-w-prose py-1 leading-6">{sentence}</span>,
    },
    { key: 'now', title: '지금', onCard: 'fact', render: (rule) => <RuleNow rule={rule} now={now} /> },
    {
      key: 'next',
      title: '다음',
      onCard: 'fact',
      ...(!isFarmShown && { sortBy: 'nextAt' }),
      render: (rule) => <span className="tabular">{nextWords(rule, now) ?? '-'}</span>,
    },
    {
      key: 'areaName',
      title: '동',
      sortBy: 'areaName',
      render: ({ fields }) =>
        fields.areaName === '' ? null : <span className="whitespace-nowrap">{fields.areaName}</span>,
    },
    {
      key: 'priority',
      title: '순위',
      sortBy: 'priority',
      align: 'end',
      onCard: 'fact',
      render: ({ fields }) => fields.priority,
    },
    {
      key: 'enabled',
      title: '사용',
      sortBy: 'enabled',
      onCard: 'fact',
      render: (rule) => <RuleSwitch rule={rule} refusal={refusalOf(rule)} seen={seen} />,
    },
  ];
}

function fileFor(title: string): ExportFile<RuleRow> {
  return {
    name: `${title} 목록`,
    columns: [
      ['농장', ({ farmName }) => farmName],
      ['이름', ({ fields }) => fields.name],
      ['동', ({ fields }) => fields.areaName],
      ['하는 일', ({ sentence }) => sentence],
      ['사용', ({ fields }) => (fields.enabled ? '켬' : '끔')],
      ['방식', ({ fields }) => modeWords[fields.mode]],
      ['우선순위', ({ fields }) => fields.priority],
      ['지금', ({ now }) => (now ? nowWords(now) : '')],
      ['다음', ({ nextAt }) => formatInstant(nextAt)],
      ['메모', ({ fields }) => fields.note],
    ],
  };
}
