import { type CropFields, cropFieldsAt, cropStatuses, cultivations } from '#contract/crop/crop.ts';
import { cropProblems, cropStatusWords, cultivationWords } from '#contract/crop/crop-text.ts';
import type { ItemCode } from '#contract/crop/item-code.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { ImportColumn, LineCheck } from '#src/lib/csv/import-table.ts';
import { dayInCell } from '#src/lib/csv/spreadsheet-day.ts';
import { parseNumber } from '#src/lib/parse-number.ts';
import { columnTitles } from './column-titles.tsx';

/** The columns of a crop in a CSV file: an export can be imported again. */
export const cropColumns: readonly (ImportColumn & { key: keyof typeof columnTitles })[] = [
  { key: 'farmIndex', title: columnTitles.farmIndex, isRequired: true, sample: columnTitles.farmSample },
  { key: 'itemCode', title: columnTitles.itemCode, isRequired: true, sample: columnTitles.itemSample },
  { key: 'variety', title: columnTitles.variety, sample: '' },
  { key: 'house', title: columnTitles.house, sample: columnTitles.houseSample },
  { key: 'areaM2', title: columnTitles.areaM2, sample: '1650' },
  { key: 'treeCount', title: columnTitles.treeCount, sample: '120' },
  { key: 'plantedOn', title: columnTitles.plantedOn, sample: '2018-03-10' },
  { key: 'budBreakOn', title: columnTitles.budBreakOn, sample: '' },
  { key: 'cultivation', title: columnTitles.cultivation, sample: cultivationWords.unheated },
  { key: 'status', title: columnTitles.status, sample: cropStatusWords.growing },
];

/** Checks lines of a file at `now` (epoch ms): farms and items are given by name. */
export function cropChecker(farms: readonly Farm[], items: readonly ItemCode[], now: number) {
  const schema = cropFieldsAt(now);
  return (cells: Readonly<Record<string, string>>): LineCheck<CropFields> => {
    const text = (key: string) => (cells[key] ?? '').trim();
    const farm = farms.find(({ farmName }) => farmName.trim() === text('farmIndex'));
    const item = items.find(({ itemsName }) => itemsName === text('itemCode'));
    const unknown = {
      ...(!farm && { farmIndex: columnTitles.unknownFarm }),
      ...(!item && { itemCode: cropProblems.unknownItem }),
    };
    const checked = schema.safeParse({
      farmIndex: farm?.index ?? 0,
      itemCode: item?.code ?? '-',
      variety: text('variety'),
      house: text('house'),
      areaM2: parseNumber(text('areaM2')),
      treeCount: parseNumber(text('treeCount')),
      plantedOn: dayInCell(text('plantedOn')) || null,
      budBreakOn: dayInCell(text('budBreakOn')) || null,
      cultivation: text('cultivation') === '' ? 'unheated' : named(cultivations, cultivationWords, text('cultivation')),
      status: text('status') === '' ? 'growing' : named(cropStatuses, cropStatusWords, text('status')),
    });
    const errors = { ...(checked.success ? {} : problemsOf(checked.error)), ...unknown };
    return checked.success && farm && item ? { ok: true, value: checked.data } : { ok: false, errors };
  };
}

function named<Name extends string>(names: readonly Name[], words: Readonly<Record<Name, string>>, text: string) {
  return names.find((name) => words[name] === text) ?? text;
}
