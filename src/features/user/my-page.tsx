import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMe, type Me } from '#contract/user/user.ts';
import { authorityWords } from '#contract/user/user-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonForm } from './person-form.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SharedDeviceSection } from './shared-device-section.tsx';
import { StorageSection } from './storage-section.tsx';

/** The user's own page: name, password, sessions. */
export function MyPage() {
  const now = useAgesTo();
  const me = useQuery(readQuery(getMe, {}));
  if (me.isError && !me.data) throw me.error;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="내 정보"
        lead={me.data && `아이디 ${me.data.value.userId} · ${authorityWords[me.data.value.authority]}`}
      />
      <DataAgeNote seen={me.data} now={now} />
      {me.data ? <Forms person={me.data.value} /> : <FormSkeleton />}
    </div>
  );
}

function Forms({ person }: { person: Me }) {
  // Read once: later data must not replace what is being typed.
  const [opened] = useState(person);
  return (
    <>
      {person.isNew && <Banner tone="info">처음 오셨습니다. 이름과 연락처를 확인하고 저장해 주세요.</Banner>}
      <TwoColumns
        beside={
          <>
            <SessionsSection />
            <SharedDeviceSection />
            <StorageSection />
          </>
        }
      >
        <PersonForm person={opened} />
        <PasswordForm person={person} />
      </TwoColumns>
    </>
  );
}
