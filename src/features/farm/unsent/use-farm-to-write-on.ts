import { useSearch } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { withProvisional } from '#src/api/outbox/with-provisional.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { useUnsentFarms } from './use-unsent-farms.ts';

/** The farms that were read, and whether these are known. */
type ReadFarms = { farms: readonly Farm[]; isKnown: boolean; seen: Dated | undefined };

type FarmToWriteOn = Omit<ReadFarms, 'seen'> & {
  /** The farm in the URL, or the first; undefined without any. */
  farm: Farm | undefined;
  /** The index under which the server has the chosen farm; undefined for one that is not sent yet. */
  readIndex: number | undefined;
};

/**
 * The farms to choose from for writes that may wait: those that are not sent or not read yet, too. A chosen one keeps its
 * provisional index when it is sent meanwhile, so that what is being typed stays.
 */
export function useFarmToWriteOn({ farms: read, isKnown, seen }: ReadFarms): FarmToWriteOn {
  const index = useSearch({ strict: false, select: (search) => search.farm });
  const { unread, asked, isKnown: isDeviceKnown } = useUnsentFarms(index, seen);
  const farms = withProvisional(read, { unread, asked });
  const farm = farms.find((one) => one.index === index) ?? farms[0];
  const isUnsent = isProvisional(farm?.index) && asked?.sentAs === undefined;
  // A farm that the list lacks may have been made here: a form must not begin on another one.
  const isListed = index === undefined || farm?.index === index;
  return {
    farms,
    farm,
    readIndex: isUnsent ? undefined : (asked?.sentAs ?? farm?.index),
    isKnown: isKnown && asked !== undefined && (isListed || isDeviceKnown),
  };
}
