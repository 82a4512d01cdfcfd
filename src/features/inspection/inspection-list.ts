import { manageInspections } from '#contract/inspection/inspection.ts';
import type { InspectionKind, inspectionFilters } from '#contract/inspection/inspection-names.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import type { inspectionSorts } from '#contract/wire/sorts.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { ListAsked } from '#src/api/read/use-list.ts';
import type { ListSearch } from '#src/lib/list/list-search.ts';

export type InspectionSort = (typeof inspectionSorts)[number];
export type InspectionListRow = AnswerOf<typeof manageInspections>['rows'][number];

/** The page's search parameters. */
export type InspectionListSearch = ListSearch<InspectionSort> & {
  /** Undefined: all unfinished ones. */
  state?: Exclude<(typeof inspectionFilters)[number], 'open'> | 'all';
  kind?: InspectionKind;
  /** A device, including its sensors. */
  device?: number;
  /** Of all farms instead of the chosen one. */
  view?: 'all';
};

/** A page of the inspections of one farm, or of all farms that the user may see. */
export function inspectionListQuery(
  farmIndex: number | undefined,
  { state, kind, device }: InspectionListSearch,
  asked: ListAsked<InspectionSort>,
) {
  const wanted = state === 'all' ? undefined : (state ?? 'open');
  return readQuery(manageInspections, { query: { ...asked, farmIndex, kind, deviceIndex: device, state: wanted } });
}
