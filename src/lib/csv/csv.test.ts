import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, decodeCsv, delimiterOf, parseCsv } from './csv.ts';

const cellsOf = (text: string) => parseCsv(text).map((row) => row.cells);

describe('parseCsv', () => {
  it('reads quoted commas, doubled quotes and line breaks inside a cell', () => {
    expect(cellsOf('이름,주소\r\n"위미, 1농장","남원읍 ""바닷가""\r\n2층"\r\n')).toEqual([
      ['이름', '주소'],
      ['위미, 1농장', '남원읍 "바닷가"\r\n2층'],
    ]);
  });

  it('leaves out rows in which nothing stands, and counts their lines', () => {
    expect(parseCsv('a,b\n\n , \n"1\n2",3\n4,5')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['1\n2', '3'] },
      { line: 6, cells: ['4', '5'] },
    ]);
  });

  it('keeps empty cells at both ends of a row', () => {
    expect(cellsOf(',b,')).toEqual([['', 'b', '']]);
    expect(cellsOf('a,\n,b')).toEqual([
      ['a', ''],
      ['', 'b'],
    ]);
  });

  it('takes a quote in the middle of a cell as a letter', () => {
    expect(cellsOf('5" 관,3')).toEqual([['5" 관', '3']]);
  });

  it('says of a quote that nobody closed where it was opened', () => {
    expect(parseCsv('a,b\n1,"2\n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2\n3,4'], isUnclosed: true },
    ]);
  });

  it('reads nothing from nothing', () => {
    expect(parseCsv('')).toEqual([]);
    expect(parseCsv('\uFEFF\r\n')).toEqual([]);
  });

  it('reads old Macintosh line ends', () => {
    expect(cellsOf('a,b\rc,d')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });
});

describe('delimiterOf', () => {
  it('asks the first row, outside its quotes', () => {
    expect(delimiterOf('이름;주소\n가,나;다,라,마')).toBe(';');
    expect(delimiterOf('이름\t주소')).toBe('\t');
    expect(delimiterOf('"가;나;다",라')).toBe(',');
    expect(delimiterOf('이름')).toBe(',');
  });
});

describe('decodeCsv', () => {
  it('reads UTF-8 with and without a byte order mark', () => {
    expect(decodeCsv(new TextEncoder().encode('농장'))).toBe('농장');
    expect(cellsOf(decodeCsv(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])))).toEqual([['a']]);
  });

  it('reads what Korean Excel saves as plain CSV (CP949)', () => {
    // Without the letters that CP949 adds to EUC-KR: the ICU of Node.js cannot decode them, browsers can.
    expect(decodeCsv(new Uint8Array([0xb3, 0xf3, 0xc0, 0xe5, 0x2c, 0xb0, 0xa1]))).toBe('농장,가');
  });

  it('reads what Excel saves as Unicode text (UTF-16, tabs)', () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0xac, 0x09, 0x00, 0x98, 0xb0]);
    expect(cellsOf(decodeCsv(bytes))).toEqual([['가', '나']]);
    const swapped = new Uint8Array([0xfe, 0xff, 0xac, 0x00, 0x00, 0x09, 0xb0, 0x98]);
    expect(cellsOf(decodeCsv(swapped))).toEqual([['가', '나']]);
  });
});

describe('csvText', () => {
  it('begins with a byte order mark and ends lines as Windows does', () => {
    expect(
      csvText([
        ['이름', '면적'],
        ['위미, 1', 1200.5],
      ]),
    ).toBe('\uFEFF이름,면적\r\n"위미, 1",1200.5\r\n');
  });

  it('disarms what a spreadsheet would run', () => {
    expect(csvText([['=1+1', '+cmd', '@sum', '-2+3', '\t=1', '＝1']])).toBe(
      "\uFEFF'=1+1,'+cmd,'@sum,'-2+3,\"'\t=1\",'＝1\r\n",
    );
  });

  it('leaves numbers below zero as numbers', () => {
    expect(csvText([[-12.3, '-12.3', '+82']])).toBe("\uFEFF-12.3,-12.3,'+82\r\n");
  });

  it('writes nothing for what is missing', () => {
    expect(csvText([[null, undefined, true, 0]])).toBe('\uFEFF,,true,0\r\n');
  });

  it('gives back every text that went in', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^['=+\-@",;\t\r\n 가1]{0,6}$/));
    const row = fc
      .array(cell, { minLength: 1, maxLength: 4 })
      .filter((cells) => cells.some((text) => text.trim() !== ''));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        expect(parseCsv(csvText(rows), ',').map(({ cells }) => cells)).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  it('never lets a cell begin with a formula, whatever it holds', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[=+\-@\t\r＝＋－＠]/), (text) => {
        const [, written = ''] = csvText([[text]]).match(/^\uFEFF"?([\s\S]*)\r\n$/) ?? [];
        expect(/^'|^-?\d+(\.\d+)?$/.test(written)).toBe(true);
      }),
    );
  });
});
