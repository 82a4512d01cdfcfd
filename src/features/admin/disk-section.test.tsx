import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { startOfSeoulDate } from '#contract/time/time.ts';
import { FillSentence } from './disk-section.tsx';

const MEGABYTE = 1024 * 1024;
const now = startOfSeoulDate('2026-11-22');

function sentence(bytesPerDay: number | null, fullOn: string | null): string {
  return renderToStaticMarkup(<FillSentence disk={{ bytesPerDay, fullOn }} now={now} />).replaceAll(/<[^>]+>/g, '');
}

describe('the sentence of a disk', () => {
  it('says how much a day, and when it is full', () => {
    expect(sentence(5 * MEGABYTE, '2029-03-01')).toBe('하루 5 MB씩 쌓입니다. 이대로면 2029년 3월에 찹니다.');
  });

  it('says what to do where that is within two months', () => {
    expect(sentence(500 * MEGABYTE, '2027-01-10')).toBe(
      '하루 500 MB씩 쌓입니다. 이대로면 2027년 1월에 찹니다. 디스크를 늘리거나, 기록을 두는 기간을 줄여 주세요.',
    );
  });

  it('claims nothing that is not known', () => {
    expect(sentence(null, null)).toBe('일주일 동안 재면 언제 찰지 알려 드립니다.');
    expect(sentence(5 * MEGABYTE, null)).toBe('지금처럼 쌓이면 10년 안에는 차지 않습니다.');
  });
});
