import { describe, expect, it } from 'vitest';
import { parseInstant } from '#contract/time/parse-instant.ts';
import vectors from '../../../tests/vectors/kma_base_time.json' with { type: 'json' };
import { baseOf, type ForecastService, issueBefore, newestIssue, readSeoulTime } from './issue-time.ts';

const seoul = (text: string) => parseInstant(`${text}:00+09:00`) ?? Number.NaN;
const isService = (op: string): op is ForecastService => /^get(UltraSrt(Ncst|Fcst)|VilageFcst)$/.test(op);

describe('issue times', () => {
  it.each(vectors.cases)('$op at $nowKst asks for $baseDate $baseTime', ({ op, nowKst, baseDate, baseTime }) => {
    if (!isService(op)) throw new Error(op);
    expect(baseOf(newestIssue(op, seoul(nowKst)))).toEqual({ baseDate, baseTime });
  });

  it('steps back over midnight and over the end of a year', () => {
    const first = seoul('2026-01-01T00:00');
    expect(issueBefore('getUltraSrtNcst', first)).toBe(seoul('2025-12-31T23:00'));
    expect(issueBefore('getUltraSrtFcst', seoul('2026-01-01T00:30'))).toBe(seoul('2025-12-31T23:30'));
    expect(issueBefore('getVilageFcst', seoul('2026-01-01T02:00'))).toBe(seoul('2025-12-31T23:00'));
  });

  it('reads times as the services write them', () => {
    expect(readSeoulTime('20280229', '2300')).toBe(seoul('2028-02-29T23:00'));
    expect(readSeoulTime('2028-02-29', '2300')).toBeNull();
    expect(readSeoulTime('20280229', '')).toBeNull();
  });
});
