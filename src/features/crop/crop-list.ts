import { manageCrops } from '#contract/crop/crop.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import type { cropSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

export type CropSort = (typeof cropSorts)[number];
export type CropRow = AnswerOf<typeof manageCrops>['rows'][number];

/** The page's search parameters. */
export type CropListSearch = ListSearch<CropSort> & {
  /** Crops of all farms instead of the chosen one's. */
  view?: 'all';
};

/** A page of the crops of one farm, or of all farms that the user may see. */
export function cropListQuery(farmIndex: number | undefined, asked: ListAsked<CropSort>) {
  return readQuery(manageCrops, { query: { ...asked, farmIndex } });
}
