import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createFarm, type FarmFields } from '#contract/farm/farm-manage.ts';
import { newProvisionalIndex } from '#contract/wire/provisional-index.ts';
import { useSession } from '#src/api/session/session.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { FarmFieldSet } from './farm-fields.tsx';
import { FarmListLink } from './farm-link.tsx';

/** The index is part of the draft, so that a farm is never created twice, and other writes can name it at once. */
type NewFarm = FarmFields & { provisionalIndex: number };

const empty: FarmFields = { farmName: '', address: '', latitude: null, longitude: null, areaM2: null, coUsers: [] };

type FarmCreatePageProps = {
  /** The user has no farm yet. */
  isFirst?: boolean;
};

export function FarmCreatePage({ isFirst = false }: FarmCreatePageProps) {
  const { data: session } = useSession();
  const { attempt } = useSave(createFarm);
  const navigate = useNavigateFromHere();
  const toList = () => void navigate({ to: '/cms/farm/farm-manage' });
  const [initial] = useState<NewFarm>(() => ({ ...empty, provisionalIndex: newProvisionalIndex() }));
  const { form, draft } = useEntryForm<NewFarm, { message: string }>({
    name: 'farm new',
    initial,
    schema: createFarm.body,
    send: (body) => attempt({ body }),
    onSaved: ({ message }) => {
      showToast(message);
      toList();
    },
    onKept: toList,
  });
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="농장 등록"
        renderBack={(children, className) => <FarmListLink className={className}>{children}</FarmListLink>}
        backLabel="농장 목록"
        lead="이름만 있으면 등록할 수 있습니다. 나머지는 나중에 채워도 됩니다."
      />
      {isFirst && session?.userAuthority === 'ROLE_ADMINISTER' && (
        <Banner
          tone="info"
          action={
            <Link to="/admin/users" search={{ open: true }} className={buttonClass()}>
              사용자 등록
            </Link>
          }
        >
          농장은 농장주가 등록합니다. 관리자는 농장주를 사용자로 먼저 등록해 주세요. 내 농장이면 아래에서 바로
          등록합니다.
        </Banner>
      )}
      {isFirst && session?.userAuthority === 'ROLE_USER' && (
        <Banner tone="info">
          아직 농장이 없습니다. 농장을 등록하고 장치를 더하면 온실의 값을 볼 수 있습니다. 다른 사람의 농장을 함께 쓰려면
          농장주에게 내 아이디{session?.userId ? `(${session.userId})` : ''}를 알려 주세요.
        </Banner>
      )}
      <Form
        form={form}
        draft={draft}
        label="농장 등록"
        isWide
        actions={
          <FormActions
            submitLabel="등록"
            isBusy={form.isBusy}
            cancel={
              <Link to="/cms/farm/farm-manage" className={buttonClass()}>
                취소
              </Link>
            }
          />
        }
      >
        <FarmFieldSet form={form} people={{ ownerId: session?.userId ?? null, coUsers: [] }} />
      </Form>
    </div>
  );
}
