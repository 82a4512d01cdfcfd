import type { FarmFields } from '#contract/farm/farm-manage.ts';
import { createFarm } from '#contract/farm/farm-manage.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { ImportColumn, LineCheck } from '#src/lib/csv/import-table.ts';
import { parseNumber } from '#src/lib/parse-number.ts';

/** The columns of a farm in a CSV file: an export can be imported again. */
export const farmColumns = [
  { key: 'farmName', title: '농장 이름', isRequired: true, sample: '위미 농장' },
  { key: 'address', title: '주소', sample: '서귀포시 남원읍 위미리' },
  { key: 'latitude', title: '위도', sample: '33.2772' },
  { key: 'longitude', title: '경도', sample: '126.7042' },
  { key: 'areaM2', title: '면적(㎡)', sample: '3300' },
] as const satisfies readonly (ImportColumn & { key: keyof FarmFields })[];

/** Validates one line by the server's schema. */
export function checkFarmLine(cells: Readonly<Record<string, string>>): LineCheck<FarmFields> {
  const number = (key: string) => parseNumber(cells[key] ?? '');
  const checked = createFarm.body.safeParse({
    farmName: cells.farmName,
    address: cells.address,
    coUsers: [],
    latitude: number('latitude'),
    longitude: number('longitude'),
    areaM2: number('areaM2'),
  });
  return checked.success ? { ok: true, value: checked.data } : { ok: false, errors: problemsOf(checked.error) };
}
