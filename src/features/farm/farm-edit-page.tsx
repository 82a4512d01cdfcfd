import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FarmDetail, type FarmFields, getFarm, updateFarm } from '#contract/farm/farm-manage.ts';
import { personWords } from '#contract/farm/farm-text.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useQueuedEdits } from '#src/api/outbox/use-queued-edits.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSession } from '#src/api/session/session.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { FarmEditForm } from './farm-edit-form.tsx';
import { FarmListLink } from './farm-link.tsx';
import { FarmView } from './farm-view.tsx';
import { ConsoleSection } from './stations/console-section.tsx';
import { WeatherForm } from './stations/weather-form.tsx';
import { useFarmActions } from './use-farm-actions.tsx';

type FarmEditPageProps = { farmId: number; mayWrite: boolean };

/** One farm: editable for its owner, read-only for co-users. Needs a key per farm. */
export function FarmEditPage({ farmId, mayWrite }: FarmEditPageProps) {
  const { data: session } = useSession();
  const now = useAgesTo();
  const navigate = useNavigateFromHere();
  const farm = useQuery(readQuery(getFarm, { params: { id: farmId } }));
  const { askDelete, askLeave, dialog } = useFarmActions(
    mayWrite,
    () => void navigate({ to: '/cms/farm/farm-manage' }),
  );
  if (farm.isError && !farm.data) throw farm.error;
  const detail = farm.data?.value;
  const myId = session?.userId ?? null;
  const mayEdit = mayWrite && detail?.right === 'own';
  // The form waits for the server's response and uses the device's copy only without one.
  const isAwaited = awaitsServer(farm);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && detail && mayEdit && !isAwaited) setIsOpen(true);

  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={detail?.farmName ?? '농장'}
        renderBack={(children, className) => <FarmListLink className={className}>{children}</FarmListLink>}
        backLabel="농장 목록"
        lead={mayEdit && detail.owner.userId !== myId ? `${personWords(detail.owner)} 님의 농장입니다.` : undefined}
      />
      <DataAgeNote seen={farm.data} now={now} />
      <QueuedEdits edits={useQueuedEdits(updateFarm, farmId, farm.data)} />
      {detail && !mayEdit && (
        <FarmView
          farm={detail}
          myId={myId}
          onLeave={mayWrite && detail.right !== 'own' ? () => askLeave(detail) : undefined}
        />
      )}
      {mayEdit && isOpen && <FarmForms farm={detail} seen={farm.data} onDelete={() => askDelete(detail)} />}
      {(!detail || (mayEdit && !isOpen)) && <FormSkeleton />}
      {dialog}
    </div>
  );
}

function fieldsOf({ farmName, address, latitude, longitude, areaM2, coUsers }: FarmDetail): FarmFields {
  const members = coUsers.map(({ userId, right }) => ({ userId, right }));
  return { farmName, address, latitude, longitude, areaM2, coUsers: members };
}

type FarmFormsProps = { farm: FarmDetail; seen: Dated | undefined; onDelete: () => void };

function FarmForms({ farm, seen, onDelete }: FarmFormsProps) {
  const [stored, setStored] = useState({ weather: farm.weather, version: 0 });
  return (
    <TwoColumns
      beside={
        <>
          <WeatherForm
            key={stored.version}
            farm={farm}
            weather={stored.weather}
            onSaved={(weather) => setStored(({ version }) => ({ weather, version: version + 1 }))}
          />
          {/* The simulated station of a demo farm has no console. */}
          {!farm.isSimulated && <ConsoleSection farm={farm} />}
          <DeleteSection
            title="농장 삭제"
            lead="작물, 장치, 기록을 아무도 볼 수 없게 됩니다. 30일 안에는 관리자가 되살릴 수 있습니다."
            onDelete={onDelete}
          />
        </>
      }
    >
      <FarmEditForm
        index={farm.index}
        stored={fieldsOf(farm)}
        seen={seen}
        people={{ ownerId: farm.owner.userId, coUsers: farm.coUsers }}
      />
    </TwoColumns>
  );
}
