import { cropGrowth, observedTrees } from '#contract/growing/growing-season.ts';
import { getObservation, manageObservations } from '#contract/growing/observation.ts';
import { type FarmCalendars, farmCalendars } from '#contract/growth-calendar/growth-calendar-calls.ts';
import { listPhotos } from '#contract/photo/photo.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import type { observationSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

export type GrowingSort = (typeof observationSorts)[number];
export type GrowingRow = AnswerOf<typeof manageObservations>['rows'][number];
/** A crop of the farm with its calendar. */
export type GrowingCrop = FarmCalendars['crops'][number];

/** Filters of the list; days are Seoul's. */
type GrowingNarrowing = { crop?: string; house?: string; from?: string; to?: string };

/** Search parameters of the list. */
export type GrowingListSearch = ListSearch<GrowingSort> &
  GrowingNarrowing & {
    /** Charts instead of the list: the quantity, and how curves are aligned. */
    view?: 'chart';
    of?: string;
    align?: 'bud-break';
  };

/** A page of a farm's observations. */
export function growingListQuery(
  farmIndex: number | undefined,
  { crop: cropId, house, from, to }: GrowingNarrowing,
  asked: ListAsked<GrowingSort>,
) {
  return readQuery(manageObservations, { query: { ...asked, farmIndex, cropId, house, from, to } });
}

export const observationQuery = (id: string) => readQuery(getObservation, { params: { id } });

/** The crops of a farm; their calendars give the growth stage of a day. */
export const growingCropsQuery = (farmIndex: number) => readQuery(farmCalendars, { params: { id: farmIndex } });

/** The last observation of each tree of a farm; not asked for a farm that is not sent yet. */
export const observedTreesQuery = (farmIndex: number) => ({
  ...readQuery(observedTrees, { params: { id: farmIndex } }),
  enabled: !isProvisional(farmIndex),
});

/** The measurements of a crop this season, and those it is compared with. */
export const cropGrowthQuery = (cropId: string) => readQuery(cropGrowth, { params: { id: cropId } });

export const observationPhotosQuery = (farmIndex: number, id: string) =>
  readQuery(listPhotos, { params: { farmIndex }, query: { ownerKind: 'observation', ownerId: id } });
