import type { Farm } from '#contract/farm/farm.ts';
import { createFarm, updateFarm } from '#contract/farm/farm-manage.ts';
import { type Provisional, useProvisional } from '#src/api/outbox/use-provisional.ts';
import { useQueued } from '#src/api/outbox/use-queued.ts';

const own = { right: 'own', isSimulated: false, isMine: true } as const;

/** A farm that this device created; `sentAs` is the index that the server gave it, once it was sent. */
type OwnFarm = Farm & { sentAs?: number | undefined };

/** What is known of the farms that this device created; as `useProvisional`. */
export type UnsentFarms = {
  /** What is written about them is sent after them. */
  unsent: readonly OwnFarm[];
  asked: OwnFarm | null | undefined;
  isKnown: boolean;
};

/** The farms of this device that have a provisional index, by the names that they were given last. */
export function useUnsentFarms(index: number | undefined): UnsentFarms {
  const { unsent, asked, isKnown } = useProvisional(createFarm, index);
  const edits = useQueued(updateFarm);
  const farmOf = ({ index: at, body, sentAs }: Provisional<{ farmName: string }>): OwnFarm => {
    const names = edits.flatMap(({ params, body: edit }) => (Number(params.id) === at && edit ? [edit.farmName] : []));
    return { ...own, index: at, farmName: names.findLast((name) => name !== undefined) ?? body.farmName, sentAs };
  };
  return { unsent: unsent.map(farmOf), asked: asked && farmOf(asked), isKnown };
}
