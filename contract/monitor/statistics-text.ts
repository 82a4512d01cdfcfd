import type { MonthPart } from '../growth-calendar/growth-calendar.ts';

/** What stands in the place of a farm's name where several farms speak together. */
export const averageName = '같은 작물 평균';

/** Thirds of a month, as growers call them. */
export const monthPartNames: { readonly [Part in MonthPart]: string } = { early: '상순', mid: '중순', late: '하순' };
