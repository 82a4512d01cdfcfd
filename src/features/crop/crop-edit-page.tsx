import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Crop, type CropFields, cropFieldsAt, getCrop, updateCrop } from '#contract/crop/crop.ts';
import { cropStatusWords, cultivationWords } from '#contract/crop/crop-text.ts';
import { CROP_PREFIX, type ItemCode, itemCodes } from '#contract/crop/item-code.ts';
import { useAgesTo, useClock } from '#src/api/call/server-clock.ts';
import { useQueuedEdits, useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { withOwn } from '#src/lib/list/with-own.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { FormSkeleton } from '#src/ui/feedback/form-skeleton.tsx';
import { DeleteSection } from '#src/ui/field/delete-section.tsx';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { QueuedEdits } from '#src/ui/list/queued-edits.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { CropFieldSet } from './crop-fields.tsx';
import { CropListLink } from './crop-link.tsx';
import { newCropForm } from './new-crop.ts';
import { useCropDelete } from './use-crop-delete.tsx';

type CropEditPageProps = {
  cropId: string;
  /** Whether the menu and the farm's right allow writing; called once the crop's farm is known. */
  mayWriteOn: (farmIndex: number) => boolean;
};

/** One crop: editable for users with write access to its farm, read-only for others. Needs a key per crop. */
export function CropEditPage({ cropId, mayWriteOn }: CropEditPageProps) {
  const now = useAgesTo();
  const crop = useQuery(readQuery(getCrop, { params: { id: cropId } }));
  const items = useQuery(readQuery(itemCodes, { params: { prefix: CROP_PREFIX } }));
  if (crop.isError && !crop.data) throw crop.error;
  const found = crop.data?.value;
  const mayWrite = found !== undefined && mayWriteOn(found.farmIndex);
  // The form waits for the server's response and uses the device's copy only without one.
  const isAwaited = awaitsServer(crop);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && found && mayWrite && !isAwaited) setIsOpen(true);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={found?.itemsName ?? '작물'}
        renderBack={(children, className) => <CropListLink className={className}>{children}</CropListLink>}
        backLabel="작물 목록"
        lead={found && [found.farmName, found.house].filter(Boolean).join(' · ')}
      />
      <DataAgeNote seen={crop.data} now={now} />
      <QueuedEdits edits={useQueuedEdits(updateCrop, cropId, crop.data)} />
      {found && !mayWrite && <CropView crop={found} />}
      {mayWrite && isOpen && (
        <CropForms
          crop={found}
          seen={crop.data}
          items={withItemOf(found, items.data?.value ?? [])}
          areItemsMissing={items.isError && !items.data}
        />
      )}
      {(!found || (mayWrite && !isOpen)) && <FormSkeleton />}
    </div>
  );
}

/** A retired item stays available on crops that have it. */
const withItemOf = ({ itemCode, itemsName }: Crop, items: readonly ItemCode[]): readonly ItemCode[] =>
  withOwn(items, { code: itemCode, itemsName }, ({ code }) => code);

type CropFormsProps = { crop: Crop; seen: Dated | undefined; items: readonly ItemCode[]; areItemsMissing: boolean };

function CropForms({ crop, seen, items, areItemsMissing }: CropFormsProps) {
  const { attempt } = useSave(updateCrop);
  const navigate = useNavigateFromHere();
  const toList = () => void navigate({ to: '/cms/farm/crop-manage' });
  const { askDelete, dialog } = useCropDelete(toList);
  const { id, itemsName: _, farmName: __, ...initial } = crop;
  const { now } = useClock();
  const schema = useMemo(() => cropFieldsAt(now(), crop), [crop, now]);
  const { form, conflict, draft } = useEntryForm<CropFields, { message: string }>({
    name: `crop ${id}`,
    initial: useUnsentOver(updateCrop, id, initial, seen),
    schema,
    send: (values, base) => attempt({ params: { id }, body: { ...values, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      toList();
    },
    onKept: toList,
    anew: newCropForm,
  });
  if (conflict) {
    return (
      <EntryConflictPanel {...conflict} labels={labels} wordsOf={(name, values) => wordsOf(name, values, items)} />
    );
  }
  return (
    <>
      <Form
        form={form}
        draft={draft}
        label="작물 정보"
        isWide
        actions={
          <FormActions isBusy={form.isBusy} cancel={<CropListLink className={buttonClass()}>취소</CropListLink>} />
        }
      >
        <CropFieldSet form={form} items={items} areItemsMissing={areItemsMissing} />
      </Form>
      <DeleteSection
        title="작물 삭제"
        lead="30일 안에는 관리자가 되살릴 수 있습니다."
        onDelete={() => askDelete(crop)}
      />
      {dialog}
    </>
  );
}

const labels: Record<keyof CropFields, string> = {
  farmIndex: '농장',
  itemCode: '품목',
  variety: '품종',
  house: '동·밭',
  areaM2: '면적',
  treeCount: '나무 수',
  plantedOn: '심은 날',
  budBreakOn: '이번 철 발아일',
  cultivation: '재배 방식',
  status: '상태',
};

/** The text of a field in a comparison or a read-only view. */
function wordsOf(name: keyof CropFields, fields: CropFields, items: readonly ItemCode[]): string {
  switch (name) {
    case 'itemCode':
      return items.find(({ code }) => code === fields.itemCode)?.itemsName ?? fields.itemCode;
    case 'areaM2':
      return fields.areaM2 === null ? '-' : `${formatNumber(fields.areaM2, 0)} ㎡`;
    case 'treeCount':
      return fields.treeCount === null ? '-' : `${formatNumber(fields.treeCount, 0)}그루`;
    case 'cultivation':
      return cultivationWords[fields.cultivation];
    case 'status':
      return cropStatusWords[fields.status];
    case 'farmIndex':
      return String(fields.farmIndex);
    default:
      return fields[name] || '-';
  }
}

const viewed = ['variety', 'house', 'cultivation', 'areaM2', 'treeCount', 'plantedOn', 'budBreakOn', 'status'] as const;

function CropView({ crop }: { crop: Crop }) {
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Banner tone="info">보기만 할 수 있는 권한입니다. 바꾸려면 농장주에게 문의해 주세요.</Banner>
      <Card aria-label="작물 정보">
        <FactList facts={viewed.map((name) => ({ label: labels[name], value: wordsOf(name, crop, []) }))} />
      </Card>
    </div>
  );
}
