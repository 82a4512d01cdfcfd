import { leafColourWords, quantityWords } from '#contract/growing/growing-text.ts';
import type { QuantityName } from '#contract/growing/quantities.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import type { CsvValue } from '#src/lib/csv/csv.ts';
import { formatDate, formatInstant } from '#src/lib/format-date.ts';
import type { ExportFile } from '#src/ui/csv/export-button.tsx';
import type { Column } from '#src/ui/list/column.ts';
import { RowTag } from '#src/ui/list/queued-rows.tsx';
import { CONFIRMED, columnTitles } from './column-titles.tsx';
import type { GrowingRow, GrowingSort } from './growing-reads.ts';
import { figureWords, pestsWords, placeWords, saidWords } from './growing-words.tsx';
import type { ShownRow } from './use-unsent-observations.ts';

function figureColumn(name: QuantityName, sortBy?: GrowingSort): Column<GrowingRow, GrowingSort> {
  return {
    key: name,
    title: quantityWords[name].label,
    ...(sortBy && { sortBy }),
    align: 'end',
    render: (row) => row[name] !== null && figureWords(name, row[name]),
  };
}

const treeColumn = (isCard: boolean): Column<ShownRow, GrowingSort> => ({
  key: 'tree',
  title: '나무',
  sortBy: 'tree',
  onCard: 'title',
  render: (row) => (
    <span className={isCard ? undefined : 'whitespace-nowrap'}>
      {placeWords(row) || '나무를 적지 않음'} <span className="ml-1 font-normal text-ink-soft">{row.itemsName}</span>{' '}
      {isCard && (
        <span className="ml-1 text-base font-normal whitespace-nowrap text-ink-soft">
          {formatDate(parseInstant(row.observedAt))}
        </span>
      )}{' '}
      {(row.leaving ?? row.queued) && (
        <span className={isCard ? undefined : 'block'}>
          <RowTag row={row} />
        </span>
      )}
    </span>
  ),
});

const tableColumns: readonly Column<GrowingRow, GrowingSort>[] = [
  {
    key: 'observedAt',
    title: '조사한 때',
    sortBy: 'observedAt',
    render: ({ observedAt, season }) => (
      <>
        <span className="whitespace-nowrap">{formatDate(parseInstant(observedAt))}</span>
        {season !== '' && <span className="block text-age text-ink-soft">{season}</span>}
      </>
    ),
  },
  figureColumn('shootCm'),
  figureColumn('fruitMm', 'fruitMm'),
  figureColumn('brix', 'brix'),
  figureColumn('acidityPct', 'acidityPct'),
  {
    key: 'leaf',
    title: '잎색',
    align: 'end',
    render: ({ leafSpad, leafColour }) =>
      [leafSpad !== null && figureWords('leafSpad', leafSpad), leafColour !== null && leafColourWords[leafColour - 1]]
        .filter(Boolean)
        .join(' · ') || null,
  },
  {
    key: 'pests',
    title: '병해충·메모',
    render: (row) => [pestsWords(row), row.note].filter((word) => word !== '').join(' · ') || null,
  },
  { key: 'by', title: '적은 사람', sortBy: 'by', render: ({ by }) => by },
];

/** Narrow tables have room for one column of figures. */
const allFigures: Column<GrowingRow, GrowingSort> = {
  key: 'figures',
  title: '잰 값',
  render: (row) => saidWords(row) || row.note || null,
};

/** Told apart by their units: cards have room for one line of figures. */
const inOneLine = ['shootCm', 'fruitMm', 'brix', 'acidityPct'] as const;

const cardFigures: Column<GrowingRow, GrowingSort> = {
  ...allFigures,
  onCard: 'line',
  render(row) {
    const all = saidWords(row);
    const figures = inOneLine.flatMap((name) => (row[name] === null ? [] : [figureWords(name, row[name])]));
    if (figures.length === 0) return all || row.note || null;
    const found = row.pests.includes('none') ? '' : pestsWords(row);
    return (
      <>
        <span aria-hidden>{[...figures, found].filter(Boolean).join(' · ')}</span>
        <span className="sr-only">{all}</span>
      </>
    );
  },
};

/** How much room the list has: cards, one column of figures, or a column for each. */
type GrowingRoom = 'cards' | 'narrow' | 'wide';

export function growingListColumns(room: GrowingRoom): readonly Column<ShownRow, GrowingSort>[] {
  const when = tableColumns.filter(({ key }) => key === 'observedAt');
  const others = { cards: [...when, cardFigures], narrow: [...when, allFigures], wide: tableColumns }[room];
  return [treeColumn(room === 'cards'), ...others];
}

/** The cells of an observation in a CSV file, in the order of its columns. */
const fileCells: Record<keyof typeof columnTitles, (row: GrowingRow) => CsvValue> = {
  observedAt: ({ observedAt }) => formatInstant(observedAt),
  cropId: ({ itemsName }) => itemsName,
  house: ({ house }) => house,
  tree: ({ tree }) => tree,
  season: ({ season }) => season,
  shootCm: ({ shootCm }) => shootCm,
  fruitMm: ({ fruitMm }) => fruitMm,
  brix: ({ brix }) => brix,
  acidityPct: ({ acidityPct }) => acidityPct,
  leafSpad: ({ leafSpad }) => leafSpad,
  leafColour: ({ leafColour }) => leafColour,
  pests: pestsWords,
  note: ({ note }) => note,
  confirmed: ({ confirmed }) => (confirmed.length > 0 ? CONFIRMED : ''),
};

const titleOf = new Map<string, string>(Object.entries(columnTitles));

/** An export can be imported again. */
export function growingFile(farmName: string): ExportFile<GrowingRow> {
  return {
    name: `${farmName} 생육 조사`,
    columns: Object.entries(fileCells).map(([key, cellOf]) => [titleOf.get(key) ?? key, cellOf] as const),
  };
}

/** The cells of an observation as they are read from its line of an export. */
export const cellsInFile = (row: GrowingRow): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fileCells).map(([key, cellOf]) => [key, String(cellOf(row) ?? '')]));
