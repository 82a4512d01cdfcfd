import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#src/ui/button/button.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { GrowingListLink } from '../growing-link.tsx';
import { type GrowingCrop, observedTreesQuery } from '../growing-reads.ts';
import { cropWords } from '../growing-words.tsx';
import { RowDone } from './row-done.tsx';
import { RowMeasuring } from './row-measuring.tsx';
import { RowSetup } from './row-setup.tsx';
import type { Row } from './row-state.ts';
import { useRow } from './use-row.ts';
import { useShownTrees } from './use-shown-trees.ts';

type RowPageProps = {
  farm: { index: number; farmName: string };
  crops: readonly [GrowingCrop, ...GrowingCrop[]];
};

/** Quick entry with one thumb: each tree is saved when the user moves on to the next. */
export function RowPage({ farm, crops }: RowPageProps) {
  const trees = useQuery(observedTreesQuery(farm.index)).data?.value ?? [];
  const navigate = useNavigate();
  const use = useRow(farm.index, () => newRow(crops[0]));
  const { row, change } = use;
  const crop = crops.find(({ cropId }) => cropId === row.cropId);
  const shown = useShownTrees(row.done);
  const unsent = row.done.filter(({ state }) => state === 'failed' || state === 'sending').length;

  function handleFinish() {
    use.finish();
    void navigate({ to: '/cms/growth/growing-manage' });
  }
  if (row.isMeasuring) {
    return (
      <RowMeasuring
        use={use}
        title={crop ? cropWords({ ...crop, house: row.house }) : farm.farmName}
        trees={trees}
        attention={shown.filter(({ state }) => state === 'attention').length}
        onPause={() => change((was) => ({ ...was, isMeasuring: false }))}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="이어서 재기"
        renderBack={(children, className) => <GrowingListLink className={className}>{children}</GrowingListLink>}
        backLabel="생육 조사"
        lead={`${farm.farmName}의 나무를 차례로 잽니다. 나무를 넘길 때마다 저장합니다.`}
      />
      {use.isReady ? (
        <RowSetup row={row} crops={crops} change={change} />
      ) : (
        <Skeleton className="h-[32rem] max-w-2xl" />
      )}
      {row.done.length > 0 && (
        <div className="flex max-w-2xl flex-col gap-4">
          <RowDone trees={shown} onSendAgain={use.sendAgain} />
          <Button onClick={handleFinish} disabled={unsent > 0} className="min-h-16 text-xl">
            이 줄 마치기
          </Button>
        </div>
      )}
    </div>
  );
}

function newRow({ cropId, house }: GrowingCrop): Row {
  return {
    cropId,
    house,
    asked: ['fruitMm'],
    tree: '1',
    step: 1,
    lastTree: '',
    isMeasuring: false,
    id: crypto.randomUUID(),
    active: 'fruitMm',
    texts: {},
    pests: [],
    confirmed: [],
    done: [],
  };
}
