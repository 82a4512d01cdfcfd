import { Link } from '@tanstack/react-router';
import { createFarm, updateFarm } from '#contract/farm/farm-manage.ts';
import { useWaitingFor } from '#src/api/outbox/use-outbox.ts';
import { useProvisional } from '#src/api/outbox/use-provisional.ts';
import { useQueuedEdits } from '#src/api/outbox/use-queued-edits.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { QueuedList, QueuedTag } from '#src/ui/list/queued-rows.tsx';
import { NotOnDevice, SentMeanwhile } from '#src/ui/list/unsent-notes.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { FarmEditForm } from '../farm-edit-form.tsx';
import { FarmLink, FarmListLink } from '../farm-link.tsx';

type UnsentFarmPageProps = { farmId: number; mayWrite: boolean };

/** A farm that was created on this device and is not sent yet. Needs a key per farm. */
export function UnsentFarmPage({ farmId, mayWrite }: UnsentFarmPageProps) {
  const { asked: farm } = useProvisional(createFarm, farmId);
  const edits = useQueuedEdits(updateFarm, farmId);
  if (farm === undefined) return <Skeleton className="h-[60rem]" />;
  if (farm === null) {
    const list = <FarmListLink className={buttonClass('primary')}>농장 목록</FarmListLink>;
    return <NotOnDevice noun="농장" action={list} />;
  }
  const { farmName, address, latitude, longitude, areaM2 } = farm.body;
  const renamed = edits.findLast(({ fields }) => typeof fields.farmName === 'string')?.fields.farmName;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={String(renamed ?? farmName)}
        renderBack={(children, className) => <FarmListLink className={className}>{children}</FarmListLink>}
        backLabel="농장 목록"
        lead={
          farm.queued && (
            <>
              <QueuedTag state={farm.queued.state} /> 아직 이 기기에만 있는 농장입니다. 연결되면 저절로 보냅니다.
            </>
          )
        }
      />
      {farm.sentAs !== undefined && (
        <SentMeanwhile
          noun="농장"
          action={
            <FarmLink index={farm.sentAs} className={buttonClass()}>
              농장 열기
            </FarmLink>
          }
        />
      )}
      <QueuedEdits edits={edits} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,42rem)_minmax(18rem,1fr)] lg:items-start">
        {farm.queued && (
          <div className="flex min-w-0 flex-col gap-5 lg:order-2">
            <WrittenOnIt entryId={farm.queued.entryId} farmId={farmId} mayWrite={mayWrite} />
            <NotYet />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-5">
          {mayWrite && (
            <FarmEditForm
              index={farmId}
              stored={{ farmName, address, latitude, longitude, areaM2, coUsers: [] }}
              people={undefined}
            />
          )}
        </div>
      </div>
    </div>
  );
}

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
