import type { ReactNode } from 'react';
import { deleteObservation, type Observation } from '#contract/growing/observation.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { placeWords } from './growing-words.tsx';

/** Deletes an observation after confirmation. Render `dialog` once. */
export function useObservationDelete(onGone: () => void = () => {}): {
  askDelete: (observation: Pick<Observation, 'id' | 'itemsName' | 'house' | 'tree'>) => void;
  dialog: ReactNode;
} {
  const { attempt } = useSave(deleteObservation);
  const { ask, dialog } = useConfirm();
  return {
    dialog,
    askDelete: ({ id, itemsName, ...place }) =>
      ask({
        title: '조사 기록을 삭제할까요?',
        text: <p>{`${itemsName} ${placeWords(place)}의 기록을 목록과 그래프에서 뺍니다.`}</p>,
        confirmLabel: '삭제',
        onConfirm: async () => confirmed(await attempt({ params: { id } }, undefined, placeWords(place)), onGone),
      }),
  };
}
