import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CropFields, createCrop, cropFieldsAt } from '#contract/crop/crop.ts';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { CropFieldSet } from './crop-fields.tsx';
import { CropListLink } from './crop-link.tsx';
import { type NewCrop, newCropForm } from './new-crop.ts';

type CropCreatePageProps = {
  /** Farms on which the user may write. */
  farms: readonly Farm[];
  farmIndex: number;
};

export function CropCreatePage({ farms, farmIndex }: CropCreatePageProps) {
  const items = useQuery(readQuery(itemCodes, { params: { prefix: CROP_PREFIX } }));
  const { attempt } = useSave(createCrop);
  const navigate = useNavigateFromHere();
  const { now } = useClock();
  const [schema] = useState(() => cropFieldsAt(now()));
  const toList = () => void navigate({ to: '/cms/farm/crop-manage' });
  const [initial] = useState<NewCrop>(() => ({ ...empty, farmIndex, id: crypto.randomUUID() }));
  const { form, draft } = useEntryForm<NewCrop, { message: string }>({
    name: newCropForm.form,
    initial,
    schema,
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
        title="작물 등록"
        renderBack={(children, className) => <CropListLink className={className}>{children}</CropListLink>}
        backLabel="작물 목록"
        lead="품목만 고르면 등록할 수 있습니다. 나머지는 나중에 채워도 됩니다."
      />
      <Form
        form={form}
        draft={draft}
        label="작물 등록"
        isWide
        actions={
          <FormActions
            submitLabel="등록"
            isBusy={form.isBusy}
            cancel={<CropListLink className={buttonClass()}>취소</CropListLink>}
          />
        }
      >
        <CropFieldSet
          form={form}
          items={items.data?.value ?? []}
          areItemsMissing={items.isError && !items.data}
          farms={farms}
        />
      </Form>
    </div>
  );
}

const empty: Omit<CropFields, 'farmIndex'> = {
  itemCode: '',
  variety: '',
  house: '',
  areaM2: null,
  treeCount: null,
  plantedOn: null,
  budBreakOn: null,
  cultivation: 'unheated',
  status: 'growing',
};
