import type { Farm } from '#contract/farm/farm.ts';
import { createFarm, updateFarm } from '#contract/farm/farm-manage.ts';
import { type Provisional, useProvisional } from '#src/api/outbox/use-provisional.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import type { Dated } from '#src/lib/data-age.ts';

const own = { right: 'own', isSimulated: false, isMine: true } as const;

/** A farm that this device created; `sentAs` is the index that the server gave it, once it was sent. */
type OwnFarm = Farm & { sentAs?: number | undefined };

/** What is known of the farms that this device created; as `useProvisional`. */
export type UnsentFarms = {
  unread: readonly OwnFarm[];
  asked: OwnFarm | null | undefined;
  isKnown: boolean;
};

/**
 * The farms that this device created and `seen`, the list that was read, does not have, by the names that they were
 * given last.
 */
export function useUnsentFarms(index: number | undefined, seen: Dated | undefined): UnsentFarms {
  const { unread, asked, isKnown } = useProvisional(createFarm, index, seen);
  const edits = useWritten(updateFarm, seen);
  const farmOf = ({ index: at, body, sentAs }: Provisional<{ farmName: string }>): OwnFarm => {
    const isOf = (id: unknown) => Number(id) === at || Number(id) === sentAs;
    const names = edits.flatMap(({ params, body: edit }) => (isOf(params.id) && edit ? [edit.farmName] : []));
    return { ...own, index: at, farmName: names.findLast((name) => name !== undefined) ?? body.farmName, sentAs };
  };
  return { unread: unread.map(farmOf), asked: asked && farmOf(asked), isKnown };
}
