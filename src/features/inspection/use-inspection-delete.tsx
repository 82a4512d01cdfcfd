import type { ReactNode } from 'react';
import { deleteInspection } from '#contract/inspection/inspection.ts';
import type { InspectionRow } from '#contract/inspection/inspection-row.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';

/** Deletes an inspection. Render `dialog` once. */
export function useInspectionDelete(onGone: () => void = () => {}): {
  askDelete: (inspection: Pick<InspectionRow, 'id' | 'title'>) => void;
  dialog: ReactNode;
} {
  const { attempt } = useSave(deleteInspection);
  const { ask, dialog } = useConfirm();
  return {
    dialog,
    askDelete: ({ id, title }) =>
      ask({
        title: '점검을 삭제할까요?',
        text: <p>‘{title}’의 기록이 모두 사라지며 되살릴 수 없습니다.</p>,
        confirmLabel: '삭제',
        onConfirm: async () => confirmed(await attempt({ params: { id }, body: {} }, undefined, title), onGone),
      }),
  };
}
