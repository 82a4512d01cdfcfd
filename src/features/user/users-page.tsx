import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/user/auth.ts';
import { adminUsers, type UserRow } from '#contract/user/user-admin.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import type { userSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type ListAddress, useList } from '#src/api/read/use-list.ts';
import { formatDateTime, formatInstant } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import { SecretOnce } from '#src/ui/dialog/secret-once.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { FocusOnMount } from '#src/ui/focus-on-mount.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { ListPanel } from '#src/ui/list/list-panel.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { type OneTimePassword, useUserActions } from './use-user-actions.tsx';
import { UserCreateForm, UserEditForm } from './user-forms.tsx';

type UserSort = (typeof userSorts)[number];

type UsersPageProps = ListAddress<UserSort> & {
  /** The form for a new user is open at first. */
  isAdding: boolean;
};

export function UsersPage({ isAdding, ...address }: UsersPageProps) {
  const list = useList(address, (asked) => readQuery(adminUsers, { query: asked }));
  /** What the form above the list edits. */
  const [edited, setEdited] = useState<UserRow | 'new' | null>(isAdding ? 'new' : null);
  /** New passwords, shown until the page is left, newest first. */
  const [secrets, setSecrets] = useState<readonly (OneTimePassword & { isKept?: true })[]>([]);
  const show = (made: OneTimePassword) => setSecrets((shown) => [made, ...shown]);
  const { actionsOf, dialog } = useUserActions({ onEdit: setEdited, onPassword: show });
  const close = () => setEdited(null);
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="사용자" actions={edited !== 'new' && <AddButton onClick={() => setEdited('new')} />} />
      {secrets.map((secret) => (
        <FocusOnMount key={secret.password}>
          <SecretOnce
            label={`${secret.userId} 님의 임시 비밀번호`}
            secret={secret.password}
            help={`${ONE_TIME_PASSWORD_DAYS}일 안에 로그인해 새 비밀번호로 바꿔야 합니다.`}
            message={{ label: '본인에게 보내기', title: '온실 로그인 안내', text: welcomeMessage(secret) }}
            isKept={secret.isKept === true}
            onKept={() => setSecrets((all) => all.map((one) => (one === secret ? { ...one, isKept: true } : one)))}
          />
        </FocusOnMount>
      ))}
      {edited !== null && (
        <FocusOnMount key={edited === 'new' ? edited : edited.index}>
          {edited === 'new' ? (
            <UserCreateForm
              onCreated={(userId, password) => {
                close();
                if (password !== null) show({ userId, password });
              }}
              onClose={close}
            />
          ) : (
            <UserEditForm user={edited} onClose={close} />
          )}
        </FocusOnMount>
      )}
      <ListPanel
        list={list}
        label="사용자 목록"
        searchLabel="아이디, 이름, 연락처"
        columns={columns}
        rowKey={({ index }) => index}
        rowName={({ userId }) => userId}
        rowActions={actionsOf}
        empty={
          <EmptyState title="아직 사용자가 없습니다" action={<AddButton onClick={() => setEdited('new')} />}>
            첫 사용자를 더해 주세요. 임시 비밀번호를 만들어 드립니다.
          </EmptyState>
        }
        exportFile={exportFile}
      />
      {dialog}
    </div>
  );
}

/** The instructions for a user's first sign-in. */
function welcomeMessage({ userId, password }: OneTimePassword): string {
  return [
    '온실 관리 화면에 로그인하는 방법입니다.',
    `주소: ${location.origin}`,
    `아이디: ${userId}`,
    `임시 비밀번호: ${password}`,
    `${ONE_TIME_PASSWORD_DAYS}일 안에 로그인해 새 비밀번호로 바꿔 주세요.`,
  ].join('\n');
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" onClick={onClick} icon={<UserPlus aria-hidden className="size-5" />}>
      사용자 등록
    </Button>
  );
}

const passwordWords: { readonly [State in UserRow['password']]: string } = {
  own: '',
  'one-time': '임시 비밀번호',
  lapsed: '임시 비밀번호 만료',
};

const exportFile: ExportFile<UserRow> = {
  name: '사용자 목록',
  columns: [
    ['아이디', ({ userId }) => userId],
    ['이름', ({ name }) => name],
    ['역할', ({ authority }) => authorityWords[authority]],
    ['전화번호', ({ phone }) => phone],
    ['이메일', ({ email }) => email],
    ['등록한 때', ({ createdAt }) => formatInstant(createdAt)],
    ['마지막 사용', ({ seenAt }) => formatInstant(seenAt)],
    ['상태', ({ isDisabled, password }) => (isDisabled ? '사용 중지' : passwordWords[password])],
  ],
};

const columns: readonly Column<UserRow, UserSort>[] = [
  {
    key: 'userId',
    title: '아이디',
    sortBy: 'userId',
    onCard: 'title',
    render: ({ userId, isDisabled, password }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {userId}
        {isDisabled && <StatusTag tone="quiet">사용 중지</StatusTag>}
        {!isDisabled && password === 'one-time' && <StatusTag tone="quiet">{passwordWords[password]}</StatusTag>}
        {!isDisabled && password === 'lapsed' && <StatusTag tone="warn">{passwordWords[password]}</StatusTag>}
      </span>
    ),
  },
  { key: 'name', title: '이름', sortBy: 'name', onCard: 'fact', render: ({ name }) => name },
  {
    key: 'authority',
    title: '역할',
    sortBy: 'authority',
    onCard: 'fact',
    render: (row) => authorityWords[row.authority],
  },
  { key: 'contact', title: '연락처', render: ({ phone, email }) => [phone, email].filter(Boolean).join(' · ') || null },
  {
    key: 'seenAt',
    title: '마지막 사용',
    render: ({ seenAt }) => seenAt !== null && formatDateTime(Date.parse(seenAt)),
  },
];
