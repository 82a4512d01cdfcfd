import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createFarm, updateFarm } from '#contract/farm/farm-manage.ts';
import { useWaitingFor } from '#src/api/outbox/use-outbox.ts';
import { useProvisional } from '#src/api/outbox/use-provisional.ts';
import { useQueuedEdits } from '#src/api/outbox/use-queued-edits.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { QueuedList } from '#src/ui/list/queued-rows.tsx';
import { NoUnsentPage, UnsentPage } from '#src/ui/list/unsent-page.tsx';
import { FarmEditForm } from '../farm-edit-form.tsx';
import { FarmLink, FarmListLink } from '../farm-link.tsx';

type UnsentFarmPageProps = { farmId: number; mayWrite: boolean };

/** A farm that was created on this device and is not sent yet. Needs a key per farm. */
export function UnsentFarmPage({ farmId, mayWrite }: UnsentFarmPageProps) {
  const { asked: farm } = useProvisional(createFarm, farmId);
  const edits = useQueuedEdits(updateFarm, farmId);
  const kind = { noun: '농장', renderList };
  if (!farm) return <NoUnsentPage {...kind} found={farm} />;
  const { farmName, address, latitude, longitude, areaM2 } = farm.body;
  const renamed = edits.findLast(({ fields }) => typeof fields.farmName === 'string')?.fields.farmName;
  return (
    <UnsentPage
      {...kind}
      title={String(renamed ?? farmName)}
      queued={farm.queued}
      renderSent={(children, className) => (
        <FarmLink index={farm.sentAs ?? farmId} className={className}>
          {children}
        </FarmLink>
      )}
      edits={edits}
      beside={
        farm.queued && (
          <>
            <WrittenOnIt entryId={farm.queued.entryId} farmId={farmId} mayWrite={mayWrite} />
            <NotYet />
          </>
        )
      }
    >
      {mayWrite && (
        <FarmEditForm
          index={farmId}
          stored={{ farmName, address, latitude, longitude, areaM2, coUsers: [] }}
          people={undefined}
        />
      )}
    </UnsentPage>
  );
}

const renderList = (children: ReactNode, className: string) => (
  <FarmListLink className={className}>{children}</FarmListLink>
);

/** What waits for the farm, and what else can be written on it now. */
function WrittenOnIt({ entryId, farmId, mayWrite }: { entryId: string; farmId: number; mayWrite: boolean }) {
  const written = useWaitingFor(entryId);
  const link = buttonClass();
  const search = { farm: farmId };
  return (
    <FormSection
      title="이 농장에 적은 것"
      lead={written.length === 0 ? '아직 없습니다. 지금 적어도 농장을 보낸 다음에 차례로 보냅니다.' : undefined}
    >
      {written.length > 0 && <QueuedList rows={written} />}
      {mayWrite && (
        <div className="flex flex-wrap gap-3">
          <Link to="/cms/farm/crop-create" search={search} className={link}>
            작물 등록
          </Link>
          <Link to="/cms/growth/growing-create" search={search} className={link}>
            생육 조사
          </Link>
          <Link to="/cms/device/inspection-create" search={search} className={link}>
            점검 등록
          </Link>
        </div>
      )}
      <p className="text-ink-soft">
        버리거나 파일로 내보내려면{' '}
        <Link to="/cms/outbox" className="font-semibold text-leaf underline underline-offset-4">
          보낼 것
        </Link>
        을 열어 주세요.
      </p>
    </FormSection>
  );
}

/** What the server alone can give. */
function NotYet() {
  return (
    <FormSection title="보낸 다음에 쓸 수 있는 것">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>온실의 값과 기록, 날씨, 재배 달력</li>
        <li>장치와 센서: 장치의 열쇠를 서버가 만듭니다.</li>
        <li>함께 쓰는 사람, 기상대</li>
      </ul>
    </FormSection>
  );
}
