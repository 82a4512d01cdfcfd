import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ConflictPanel } from './conflict-panel.tsx';

const panel = renderToStaticMarkup(
  <ConflictPanel
    fields={[
      { name: 'areaM2', label: '면적', base: '1,200 m²', mine: '1,250 m²', theirs: '1,300 m²' },
      { name: 'address', label: '주소', base: '-', mine: '남원읍', theirs: '안덕면' },
    ]}
    onSave={() => {}}
    onCancel={() => {}}
  />,
);

it('shows the three values of each field under their names', () => {
  for (const text of [
    '처음 값',
    '내가 바꾼 값',
    '지금 저장된 값',
    '1,200 m²',
    '1,250 m²',
    '1,300 m²',
    '남원읍',
    '안덕면',
  ])
    expect(panel).toContain(text);
});

it('chooses nothing by itself, and saves nothing before all is chosen', () => {
  expect(panel.match(/type="radio"/g)).toHaveLength(4);
  expect(panel).not.toMatch(/checked=""/);
  expect(panel).toMatch(/<button[^>]*disabled=""[^>]*>이대로 저장/);
  expect(panel).toContain('2개 항목을 더 골라 주세요.');
});

it('sets the radio buttons of each field apart', () => {
  expect(new Set(panel.match(/name="[^"]*(areaM2|address)"/g)).size).toBe(2);
});
