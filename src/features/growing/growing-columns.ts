import { pestWords } from '#contract/growing/growing-text.ts';
import { type ObservationFields, observationAt } from '#contract/growing/observation.ts';
import { pests, quantityNames } from '#contract/growing/quantities.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { ImportColumn, LineCheck } from '#src/lib/csv/import-table.ts';
import { instantInCell } from '#src/lib/csv/spreadsheet-day.ts';
import { parseNumber } from '#src/lib/parse-number.ts';
import { columnTitles, importProblems, samples } from './column-titles.tsx';
import { cellsInFile } from './growing-list-columns.tsx';
import type { GrowingCrop, GrowingRow } from './growing-reads.ts';

/** The columns of an observation in a CSV file: an export can be imported again. */
export const growingColumns: readonly (ImportColumn & { key: keyof typeof columnTitles })[] = [
  { key: 'observedAt', title: columnTitles.observedAt, isRequired: true, sample: '2026-08-20 09:30' },
  { key: 'cropId', title: columnTitles.cropId, isRequired: true, sample: samples.crop },
  { key: 'house', title: columnTitles.house, sample: samples.house },
  { key: 'tree', title: columnTitles.tree, sample: '12' },
  { key: 'season', title: columnTitles.season, sample: '' },
  { key: 'shootCm', title: columnTitles.shootCm, sample: '18.5' },
  { key: 'fruitMm', title: columnTitles.fruitMm, sample: '52.4' },
  { key: 'brix', title: columnTitles.brix, sample: '8.2' },
  { key: 'acidityPct', title: columnTitles.acidityPct, sample: '2.10' },
  { key: 'leafSpad', title: columnTitles.leafSpad, sample: '68' },
  { key: 'leafColour', title: columnTitles.leafColour, sample: '4' },
  { key: 'pests', title: columnTitles.pests, sample: pestWords.redMite },
  { key: 'note', title: columnTitles.note, sample: '' },
  { key: 'confirmed', title: columnTitles.confirmed, sample: '' },
];

type CheckLine = (cells: Readonly<Record<string, string>>) => LineCheck<ObservationFields>;

/** Checks lines of one farm's file: crops are given by name, and by house if the crop has one. */
export function growingChecker(crops: readonly GrowingCrop[], farmIndex: number, now: () => number): CheckLine {
  const schema = observationAt(now);
  return (cells) => {
    const text = (key: string) => (cells[key] ?? '').trim();
    const named = crops.filter(({ itemsName }) => itemsName === text('cropId'));
    const crop = named.find(({ house }) => house === text('house')) ?? named[0];
    const at = instantInCell(text('observedAt'));
    const words = text('pests')
      .split(/\s*,\s*/)
      .filter((word) => word !== '');
    const known = pests.filter((pest) => words.includes(pestWords[pest]));
    const unknown = {
      ...(!crop && { cropId: importProblems.unknownCrop }),
      ...(Number.isNaN(at) && { observedAt: importProblems.moment }),
    };
    const figures = Object.fromEntries(quantityNames.map((name) => [name, parseNumber(text(name))]));
    const checked = schema.safeParse({
      farmIndex,
      cropId: crop?.cropId ?? '00000000-0000-4000-8000-000000000000',
      house: text('house') || (crop?.house ?? ''),
      tree: text('tree'),
      season: text('season'),
      observedAt: new Date(Number.isNaN(at) ? 1e12 : at).toISOString(),
      ...figures,
      pests: known,
      otherPest: words.filter((word) => !known.some((pest) => pestWords[pest] === word)).join(', '),
      note: text('note'),
      confirmed: text('confirmed') === '' ? [] : quantityNames,
    });
    const errors = { ...(checked.success ? {} : problemsOf(checked.error)), ...unknown };
    return checked.success && Object.keys(unknown).length === 0
      ? { ok: true, value: checked.data }
      : { ok: false, errors: problemsByColumn(errors) };
  };
}

/** Moves problems of fields without a column to the column that contains them. */
function problemsByColumn({ otherPest, ...errors }: Record<string, string>): Record<string, string> {
  return { ...errors, ...(otherPest !== undefined && { pests: otherPest }) };
}

/**
 * The same check, which also refuses lines that say the same as an observation that is stored already, or `unsent`: an
 * export that is imported again doubles nothing.
 */
export function withoutKnown(
  check: CheckLine,
  { stored, unsent }: { stored: readonly GrowingRow[]; unsent: readonly ObservationFields[] },
): CheckLine {
  // Made with the first line: there may be thousands.
  let known: ReadonlySet<string> | undefined;
  function knownContents(): ReadonlySet<string> {
    const lines = stored.map((row) => check(cellsInFile(row)));
    return new Set([...lines.flatMap((line) => (line.ok ? [line.value] : [])), ...unsent].map(contentOf));
  }
  return (cells) => {
    const line = check(cells);
    if (!line.ok) return line;
    known ??= knownContents();
    return known.has(contentOf(line.value)) ? { ok: false, errors: { '': importProblems.known } } : line;
  };
}

/** What was observed where and when, to the minute as in a file; the growth stage may have been added by the server. */
function contentOf(fields: ObservationFields): string {
  const { cropId, house, tree, observedAt, otherPest, note } = fields;
  const minute = Math.floor(parseInstant(observedAt) / MINUTE_MS);
  const figures = quantityNames.map((name) => fields[name]);
  const found = pests.filter((pest) => fields.pests.includes(pest));
  return JSON.stringify([cropId, house, tree, minute, figures, found, otherPest, note]);
}
