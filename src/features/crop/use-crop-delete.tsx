import type { ReactNode } from 'react';
import { type Crop, deleteCrop } from '#contract/crop/crop.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';

/** Deletes a crop after its name was typed. Render `dialog` once. */
export function useCropDelete(onGone: () => void = () => {}): {
  askDelete: (crop: Pick<Crop, 'id' | 'itemsName'>) => void;
  dialog: ReactNode;
} {
  const { attempt } = useSave(deleteCrop);
  const { ask, dialog } = useConfirm();
  return {
    dialog,
    askDelete: ({ id, itemsName }) =>
      ask({
        title: '작물을 삭제할까요?',
        text: <p>생육 달력과 통계가 이 작물을 더는 세지 않습니다. 30일 안에는 관리자가 되살릴 수 있습니다.</p>,
        name: itemsName,
        nameLabel: '품목 이름',
        confirmLabel: '삭제',
        onConfirm: async (confirmName) => confirmed(await attempt({ params: { id }, body: { confirmName } }), onGone),
      }),
  };
}
