import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { RehearsedThing } from '#contract/control/rehearsal/rehearsal.ts';
import { RehearsalDays } from './rehearsal-days.tsx';

it('tells of each day how often one actuator would have started within an hour at most', () => {
  const thing = (channel: number, runs: number, mostPerHour: number): RehearsedThing => {
    return { channel, runs, mostPerHour, minutes: 10 * runs, litres: null, ranMinutes: null };
  };
  const day = { unknownMinutes: 0, beyond: null };
  const days = [
    { ...day, date: '2026-11-21', things: [thing(1, 9, 4), thing(2, 3, 2)] },
    { ...day, date: '2026-11-22', things: [] },
  ];
  const rows = renderToStaticMarkup(<RehearsalDays rehearsal={{ days }} />).split('<tr');
  const cells = (row = '') => [...row.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(cells(rows[1])).toEqual(['날짜', '횟수', '한 시간 최대', '시간', '그때 실제']);
  expect(cells(rows[2])).toEqual(['11월 21일 (토)', '12', '4번', '2시간', '-']);
  expect(cells(rows[3])).toEqual(['11월 22일 (일)', '0', '-', '-', '-']);
});
