import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createCrop } from '#contract/crop/crop.ts';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import { useWritten } from '#src/api/outbox/use-written.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSeen } from '#src/api/read/use-seen.ts';
import type { Dated } from '#src/lib/data-age.ts';
import type { GrowingCrop } from './growing-reads.ts';

/** The crops of a farm as they were read. */
type ReadCrops = Pick<UseQueryResult<Dated & { value: { crops: readonly GrowingCrop[] } }>, 'data' | 'error'>;

/**
 * The crops of a farm that were created on this device and are not in `read` yet. What is observed on them is sent after
 * them.
 */
export function useUnsentCrops(farmIndex: number, read: ReadCrops): readonly GrowingCrop[] {
  const known = read.data?.value.crops ?? [];
  const queued = useWritten(createCrop, useSeen(read)).flatMap(({ body }) =>
    body?.farmIndex === farmIndex ? [body] : [],
  );
  const items = readQuery(itemCodes, { params: { prefix: CROP_PREFIX } });
  const named = useQuery({ ...items, enabled: queued.length > 0 }).data?.value ?? [];
  return queued.flatMap(({ id, itemCode, house, variety, budBreakOn, cultivation }): GrowingCrop[] => {
    if (!id || known.some(({ cropId }) => cropId === id)) return [];
    const itemsName = named.find(({ code }) => code === itemCode)?.itemsName ?? '';
    // The calendar of a crop of the same kind may have been changed for that crop; the server chooses the right one.
    const told = { cropId: id, itemCode, itemsName, house, variety, budBreakOn, calendar: null };
    return [{ ...told, isHeated: cultivation === 'heated' }];
  });
}
