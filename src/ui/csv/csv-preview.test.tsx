import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LineOutcome } from '#src/lib/csv/import-run.ts';
import { CsvPreview } from './csv-preview.tsx';

const columns = [
  { key: 'farmName', title: '농장 이름', sample: '' },
  { key: 'areaM2', title: '면적', sample: '' },
];
const VALID = { ok: true, value: 1 } as const;
const preview = (outcomes: [number, LineOutcome][] = []) =>
  renderToStaticMarkup(
    <CsvPreview
      columns={columns}
      lines={[
        { line: 2, cells: { farmName: '위미', areaM2: '10' }, check: { ok: true, value: 1 } },
        {
          line: 4,
          cells: { farmName: '안덕', areaM2: 'abc' },
          check: { ok: false, errors: { areaM2: '숫자로 입력해 주세요.', '': '이미 위에 있는 줄입니다.' } },
        },
      ]}
      outcomes={new Map(outcomes)}
    />,
  );

it('says what is wrong at the cell, and at the line what belongs to no cell', () => {
  expect(preview()).toMatch(/abc<\/span><span[^>]*>숫자로 입력해 주세요\.<\/span><\/td>/);
  expect(preview()).toMatch(/>이미 위에 있는 줄입니다\.<\/span><\/th>/);
  expect(preview().match(/고칠 줄/g)).toHaveLength(1);
});

it('shows what the file fills, and leaves out the columns of which no line has anything', () => {
  const withNote = [...columns, { key: 'note', title: '메모', sample: '' }];
  const line = (note: string) => ({ line: 2, cells: { farmName: '위미', areaM2: '10', note }, check: VALID });
  const drawn = (note: string) =>
    renderToStaticMarkup(<CsvPreview columns={withNote} lines={[line(note)]} outcomes={new Map()} />);
  expect(drawn('')).not.toContain('메모');
  expect(drawn('북쪽')).toContain('메모');
});

it('says of each line what became of it', () => {
  expect(preview([[2, { ok: true }]])).toContain('가져옴');
  const refused = preview([[2, { ok: false, message: '같은 이름의 농장이 있습니다.' }]]);
  expect(refused).toContain('가져오지 못함');
  expect(refused).toContain('같은 이름의 농장이 있습니다.');
});

it('draws the first lines of a long file, and says how many more there are', () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({
    line: at + 2,
    cells: { farmName: '위미', areaM2: '10' },
    check: { ok: true as const, value: at },
  }));
  const drawn = renderToStaticMarkup(<CsvPreview columns={columns} lines={lines} outcomes={new Map()} />);
  expect(drawn.match(/<tr/g)).toHaveLength(51);
  expect(drawn).toContain('나머지 10줄 보기');
});
