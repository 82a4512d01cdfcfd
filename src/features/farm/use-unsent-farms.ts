import { useEffect, useRef, useState } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { createFarm } from '#contract/farm/farm-manage.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { useLoadOutbox } from '#src/api/outbox/outbox-context.ts';
import { useQueuedOnceKnown } from '#src/api/outbox/use-queued.ts';
import type { HistoryItem } from '#src/offline/outbox/entry.ts';

const own = { right: 'own', isSimulated: false, isMine: true } as const;

type UnsentFarms = {
  /** The farms that were created on this device and are not sent yet. What is written about them is sent after them. */
  unsent: readonly Farm[];
  /**
   * The farm of the provisional index that was asked for: waiting, or sent since, then with the index of the server.
   * Null if there is none, undefined until the device has answered.
   */
  asked: (Farm & { sentAs?: number }) | null | undefined;
};

/** The farms of this device that have a provisional index. */
export function useUnsentFarms(index: number | undefined): UnsentFarms {
  const queued = useQueuedOnceKnown(createFarm);
  const unsent = (queued ?? []).flatMap(({ body }): Farm[] =>
    body?.provisionalIndex ? [{ ...own, index: body.provisionalIndex, farmName: body.farmName }] : [],
  );
  const isAsked = isProvisional(index);
  const waiting = unsent.find((farm) => farm.index === index);
  const sent = useSentFarm(isAsked && queued && !waiting ? index : undefined);
  // A form on it stays open while it is looked up what became of it.
  const last = useRef(waiting);
  if (waiting) last.current = waiting;
  const before = last.current?.index === index ? last.current : undefined;
  return { unsent, asked: isAsked ? (waiting ?? (sent === undefined ? before : sent)) : null };
}

/** The farm that was sent under this provisional index; as `asked` above. */
function useSentFarm(index: number | undefined): UnsentFarms['asked'] {
  const loadOutbox = useLoadOutbox();
  const [found, setFound] = useState<{ index: number; farm: UnsentFarms['asked'] }>();
  useEffect(() => {
    if (index === undefined) return;
    let isGone = false;
    const read = async () => (await (await loadOutbox())?.store()?.history()) ?? [];
    const note = (farm: UnsentFarms['asked']) => !isGone && setFound({ index, farm });
    read().then(
      (items) => note(items.map((item) => sentFarmOf(item, index)).find((farm) => farm !== null) ?? null),
      () => note(null),
    );
    return () => {
      isGone = true;
    };
  }, [index, loadOutbox]);
  return found?.index === index ? found?.farm : undefined;
}

function sentFarmOf({ entry, receipt }: HistoryItem, index: number) {
  const made = createFarm.body.safeParse(JSON.parse(entry.body ?? '{}')).data;
  if (!receipt || made?.provisionalIndex !== index) return null;
  const { data } = createFarm.answer.parse(JSON.parse(receipt.body));
  return { ...own, index, farmName: made.farmName, sentAs: data.index };
}
