import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ListState } from '#src/lib/list/list-state.ts';
import type { Column } from './column.ts';
import { ListPanel, mayFold } from './list-panel.tsx';

const NOON = Date.parse('2026-11-21T12:00:00+09:00');

type Farm = { index: number; farmName: string };
const columns: Column<Farm, 'farmName'>[] = [
  { key: 'farmName', title: '농장', sortBy: 'farmName', onCard: 'title', render: ({ farmName }) => farmName },
];
const farms = (count: number): Farm[] =>
  Array.from({ length: count }, (_, at) => ({ index: at, farmName: `위미 ${at + 1}농장` }));

function aList(change: Partial<ListState<Farm, 'farmName'>>): ListState<Farm, 'farmName'> {
  return {
    asked: {},
    refine: () => {},
    rows: farms(change.total ?? 0),
    pageSize: 20,
    total: 0,
    isStale: false,
    seen: { fetchedAt: NOON },
    since: { fetchedAt: NOON },
    now: NOON,
    judgedAt: NOON,
    failure: undefined,
    everyRow: async () => [],
    ...change,
  };
}

function markupOf(change: Partial<ListState<Farm, 'farmName'>>, onImport?: () => void): string {
  return renderToStaticMarkup(
    <ListPanel
      list={aList(change)}
      label="농장 목록"
      searchLabel="농장 이름"
      columns={columns}
      rowKey={({ index }) => index}
      expectedRows={4}
      empty="아직 농장이 없습니다"
      exportFile={{ name: '농장 목록', columns: [['농장', ({ farmName }) => farmName]] }}
      onImport={onImport}
    />,
  );
}

const tools = (markup: string) => ({
  search: markup.includes('type="search"'),
  sort: markup.includes('aria-sort'),
  files: markup.includes('내려받기'),
});
const none = { search: false, sort: false, files: false };
const every = { search: true, sort: true, files: true };

describe('searching, sorting and files', () => {
  it('are offered from six rows on', () => {
    expect(tools(markupOf({ total: 5 }))).toEqual(none);
    expect(tools(markupOf({ total: 6 }))).toEqual(every);
  });

  it('stay while the list is searched or sorted, however little is found', () => {
    expect(tools(markupOf({ total: 1, asked: { search: '위미' } }))).toEqual(every);
    expect(tools(markupOf({ total: 2, asked: { sort: '-farmName' } }))).toEqual(every);
  });

  it('leave importing to a short list, in passing', () => {
    expect(markupOf({ total: 2 }, () => {})).toContain('파일에서 가져오기');
    expect(markupOf({ total: 0 }, () => {})).toContain('파일에서 가져오기');
    expect(markupOf({ total: 2 })).not.toContain('가져오기');
    expect(markupOf({ total: 6 }, () => {})).not.toContain('파일에서');
  });
});

it('folds only rows that are all there and that nobody has looked for or put in order', () => {
  expect(mayFold({ rows: farms(8), total: 8 }, false)).toBe(true);
  expect(mayFold({ rows: farms(8), total: 9 }, false)).toBe(false);
  expect(mayFold({ rows: farms(8), total: 8 }, true)).toBe(false);
});

it('teaches the next step where there is nothing, and the way back where nothing was found', () => {
  expect(markupOf({ total: 0 })).toContain('아직 농장이 없습니다');
  const searched = markupOf({ total: 0, asked: { search: '와흘' } });
  expect(searched).toContain('‘와흘’ 검색 결과가 없습니다');
  expect(searched).not.toContain('아직 농장이 없습니다');
});

it('says as of when it is once the server does not answer', () => {
  expect(markupOf({ total: 2 })).not.toContain('받아 둔');
  const yesterday = { fetchedAt: NOON - 86_400_000, isFallback: true };
  expect(markupOf({ total: 2, seen: yesterday })).toContain(
    '11월 20일 (금) 12:00</time>에 받아 둔 내용입니다 (1일 전).',
  );
});

it('says what failed instead of a list that could not be read', () => {
  const failure = { refusal: undefined, onRetry: () => {}, isRetrying: false };
  const markup = markupOf({ total: undefined, rows: [], failure });
  expect(markup).toContain('지금은 이 목록을 볼 수 없습니다');
  expect(markup).not.toContain('<table');
});
