import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/vectors/kma_apihub_text.json' with { type: 'json' };
import { decodeHubText, readMinuteTable } from './hub-text.ts';

const { disp0, disp1 } = vectors.awsMin;

function rowsOf(text: string) {
  const table = readMinuteTable(text);
  if ('problem' in table) throw new Error(table.problem);
  return table.rows;
}

describe('the minute table', () => {
  it('may be UTF-8 with a mark', () => {
    const bytes = Buffer.from(`\uFEFF${disp1.replace('\n', '\n# 기상\n')}`);
    expect(rowsOf(decodeHubText(bytes))).toEqual(rowsOf(disp1));
  });

  it('reads rows with commas, calm as no direction and missing values as none', () => {
    const [jeju, seogwipo, ...rest] = rowsOf(disp1);
    expect(jeju).toEqual({
      station: '184',
      at: Date.parse('2026-07-01T14:10:00+09:00'),
      temperatureC: 27.4,
      humidityPct: 78,
      windMps: 2.4,
      windDeg: 125,
      rainDayMm: 12.5,
      pressureHpa: 1009,
    });
    expect(seogwipo).toMatchObject({
      station: '189',
      windDeg: null,
      windMps: 0,
      rainDayMm: 20.5,
      pressureHpa: null,
    });
    expect(rest).toEqual([]);
  });

  it('reads columns set apart by blanks the same', () => {
    expect(rowsOf(disp0)).toEqual(rowsOf(disp1).slice(0, 1));
  });

  it('refuses a text that breaks off, and one that is no table', () => {
    expect(readMinuteTable(disp1.slice(0, -12))).toEqual({ problem: 'cut-off' });
    expect(readMinuteTable('<html>Bad Gateway</html>')).toEqual({ problem: 'not-a-table' });
    expect(readMinuteTable('')).toEqual({ problem: 'not-a-table' });
  });

  it('leaves out a row that breaks off in its middle', () => {
    expect(rowsOf(disp1.replace(',26.1,10.0,1.5,3.0,8.0,20.5,92.0,-999.0,-999.0,24.7,=', ',26.1'))).toHaveLength(1);
  });

  it('is EUC-KR', () => {
    const { hexOfJeju, text } = vectors.encodingCase;
    expect(decodeHubText(Buffer.from(hexOfJeju, 'hex'))).toBe(text);
  });
});
