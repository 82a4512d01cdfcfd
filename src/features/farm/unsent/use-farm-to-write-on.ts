import { useSearch } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';
import { useUnsentFarms } from './use-unsent-farms.ts';

/** The farms of the server, and whether these are known. */
type SentFarms = { farms: readonly Farm[]; isKnown: boolean };

type FarmToWriteOn = SentFarms & {
  /** The farm in the URL, or the first; undefined without any. */
  farm: Farm | undefined;
  /** The index under which the server has the chosen farm; undefined for one that is not sent yet. */
  readIndex: number | undefined;
};

/**
 * The farms to choose from for writes that may wait: those that are not sent yet, too. A chosen one keeps its
 * provisional index when it is sent meanwhile, so that what is being typed stays.
 */
export function useFarmToWriteOn({ farms: sent, isKnown }: SentFarms): FarmToWriteOn {
  const index = useSearch({ strict: false, select: (search) => search.farm });
  const { unsent, asked } = useUnsentFarms(index);
  const isSentSince = asked?.sentAs !== undefined;
  const others = isSentSince ? sent.filter((one) => one.index !== asked.sentAs) : sent;
  const farms = [...others, ...unsent, ...(isSentSince ? [asked] : [])];
  const farm = farms.find((one) => one.index === index) ?? farms[0];
  const isUnsent = unsent.some((one) => one.index === farm?.index);
  return {
    farms,
    farm,
    readIndex: isUnsent ? undefined : (asked?.sentAs ?? farm?.index),
    isKnown: isKnown && asked !== undefined,
  };
}
