import type { MonthPart } from '../growth-calendar/growth-calendar.ts';

/** Stands in place of the farm's name for an average over farms. */
export const averageName = '같은 작물 평균';

/** Thirds of a month, as growers call them. */
export const monthPartNames: { readonly [Part in MonthPart]: string } = { early: '상순', mid: '중순', late: '하순' };
