import { flowStatistics, growthStatistics, innerStatistics } from '#contract/monitor/statistics.ts';
import { readQuery } from '#src/api/read/query.ts';

type AskedMonth = {
  farmIndex: number;
  /** yyyy-MM */
  baseDate: string;
};

export const innerQuery = (query: AskedMonth) => readQuery(innerStatistics, { query });
export const flowQuery = (query: AskedMonth) => readQuery(flowStatistics, { query });
export const growthQuery = (query: AskedMonth) => readQuery(growthStatistics, { query });
