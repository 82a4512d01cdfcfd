import { keepPreviousData, useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { adminUsers, endUserSessions, resetPassword, type UserRow } from '#contract/user/user-admin.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import { DEFAULT_PAGE_SIZE, type SortOf } from '#contract/wire/list.ts';
import type { userSorts } from '#contract/wire/sorts.ts';
import { useCall } from '#src/api/call/call.ts';
import { refusalOf } from '#src/api/call/error-text.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { readQuery } from '#src/api/read/query.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { SecretOnce } from '#src/ui/dialog/secret-once.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { DataList } from '#src/ui/list/data-list.tsx';
import { ListFailure } from '#src/ui/list/list-failure.tsx';
import { ListToolbar } from '#src/ui/list/list-toolbar.tsx';
import { NothingFound } from '#src/ui/list/nothing-found.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { StatusTag } from '#src/ui/status-tag.tsx';
import { showToast } from '#src/ui/toast.tsx';
import { UserCreateForm, UserEditForm } from './user-forms.tsx';

type UserSearch = { search?: string; sort?: SortOf<(typeof userSorts)[number]>; page?: number };

type UsersPageProps = { search: UserSearch; onSearch: (change: UserSearch) => void };

/** Everybody with an account. */
export function UsersPage({ search: asked, onSearch }: UsersPageProps) {
  const call = useCall();
  const { search, sort, page = 1 } = asked;
  const users = useQuery({
    ...readQuery(adminUsers, { query: { search, sort, page } }),
    placeholderData: keepPreviousData,
  });
  const { attempt: reset } = useSave(resetPassword);
  const { attempt: endSessions } = useSave(endUserSessions);
  const { ask, dialog } = useConfirm();
  /** What the form above the list does. */
  const [edited, setEdited] = useState<UserRow | 'new' | null>(null);
  /** Shown until the page is left. */
  const [secret, setSecret] = useState<{ userId: string; password: string } | null>(null);
  const { rows, total } = users.data?.value ?? { rows: [], total: 0 };

  function askReset({ index, userId }: UserRow) {
    ask({
      title: '비밀번호를 새로 만들까요?',
      text: <p>{userId} 님의 지금 비밀번호는 쓸 수 없게 되고 모든 기기의 로그인이 끊깁니다.</p>,
      confirmLabel: '새로 만들기',
      async onConfirm() {
        const outcome = await reset({ params: { id: index } });
        if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
        const { oneTimePassword } = outcome.answer.data;
        if (oneTimePassword !== null) setSecret({ userId, password: oneTimePassword });
        return undefined;
      },
    });
  }
  async function handleEnd({ index }: UserRow) {
    const outcome = await endSessions({ params: { id: index } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(outcome.answer.message);
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="사용자"
        actions={
          <Button variant="primary" onClick={() => setEdited('new')} icon={<UserPlus aria-hidden className="size-5" />}>
            사용자 등록
          </Button>
        }
      />
      {secret && (
        <FocusOnMount key={secret.password}>
          <SecretOnce
            label={`${secret.userId} 님의 첫 비밀번호`}
            secret={secret.password}
            help="본인에게 직접 알려 주세요. 로그인한 뒤 ‘내 정보’에서 바꿀 수 있습니다."
          />
        </FocusOnMount>
      )}
      {edited === 'new' && (
        <FocusOnMount>
          <UserCreateForm
            onCreated={(userId, password) => {
              setEdited(null);
              if (password !== null) setSecret({ userId, password });
            }}
            onClose={() => setEdited(null)}
          />
        </FocusOnMount>
      )}
      {edited !== null && edited !== 'new' && (
        <FocusOnMount key={edited.index}>
          <UserEditForm user={edited} onClose={() => setEdited(null)} />
        </FocusOnMount>
      )}
      <ListToolbar
        search={{
          label: '아이디, 이름, 연락처',
          value: search ?? '',
          onSearch: (text) => onSearch({ search: text || undefined, page: undefined }),
        }}
        actions={
          <ExportButton
            fileName="사용자 목록"
            heads={['아이디', '이름', '역할', '전화번호', '이메일', '등록한 때', '마지막 사용', '상태']}
            load={async () =>
              (await everyPage((part) => call(adminUsers, { query: { search, sort, ...part } }))).map((row) => [
                row.userId,
                row.name,
                authorityWords[row.authority],
                row.phone,
                row.email,
                formatDateTime(Date.parse(row.createdAt)),
                row.seenAt === null ? '' : formatDateTime(Date.parse(row.seenAt)),
                row.isDisabled ? '사용 중지' : '',
              ])
            }
          />
        }
      />
      {users.isError && !users.data ? (
        <ListFailure
          refusal={refusalOf(users.error)}
          onRetry={() => void users.refetch()}
          isRetrying={users.isFetching}
        />
      ) : (
        <DataList<UserRow>
          label="사용자 목록"
          columns={columns}
          rows={rows}
          rowKey={({ index }) => index}
          rowName={({ userId }) => userId}
          rowActions={(row) => [
            { label: '고치기', icon: <Pencil aria-hidden className="size-5" />, onSelect: () => setEdited(row) },
            {
              label: '비밀번호 새로 만들기',
              icon: <KeyRound aria-hidden className="size-5" />,
              onSelect: () => askReset(row),
            },
            {
              label: '모든 기기 로그인 끊기',
              icon: <LogOut aria-hidden className="size-5" />,
              isDisabled: row.sessions === 0,
              onSelect: () => void handleEnd(row),
            },
          ]}
          sort={sort}
          onSort={(next) => onSearch({ sort: next as UserSearch['sort'], page: undefined })}
          isLoading={users.data === undefined}
          isStale={users.isPlaceholderData}
          empty={
            search === undefined ? (
              <EmptyState title="아직 사용자가 없습니다">‘사용자 등록’을 눌러 첫 사용자를 더해 주세요.</EmptyState>
            ) : (
              <NothingFound search={search} onClear={() => onSearch({ search: undefined, page: undefined })} />
            )
          }
        />
      )}
      <Pager page={page} pageSize={DEFAULT_PAGE_SIZE} total={total} onPage={(next) => onSearch({ page: next })} />
      {dialog}
    </div>
  );
}

const columns: readonly Column<UserRow>[] = [
  {
    key: 'userId',
    title: '아이디',
    isSortable: true,
    onCard: 'title',
    render: ({ userId, isDisabled }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {userId}
        {isDisabled && <StatusTag tone="quiet">사용 중지</StatusTag>}
      </span>
    ),
  },
  { key: 'name', title: '이름', isSortable: true, onCard: 'fact', render: ({ name }) => name },
  { key: 'authority', title: '역할', isSortable: true, onCard: 'fact', render: (row) => authorityWords[row.authority] },
  { key: 'contact', title: '연락처', render: ({ phone, email }) => [phone, email].filter(Boolean).join(' · ') || '-' },
  {
    key: 'seenAt',
    title: '마지막 사용',
    render: ({ seenAt }) => (seenAt === null ? '-' : formatDateTime(Date.parse(seenAt))),
  },
];
