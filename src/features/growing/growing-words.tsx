import { leafColourWords, pestWords, quantityWords } from '#contract/growing/growing-text.ts';
import type { Observation, ObservationFields } from '#contract/growing/observation.ts';
import { type QuantityName, quantities, quantityNames } from '#contract/growing/quantities.ts';
import { parseInstant } from '#contract/time/time.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import type { GrowingCrop } from './growing-reads.ts';

/** A crop as one tells it from the others of the farm. */
export function cropWords({ itemsName, variety, house }: Pick<GrowingCrop, 'itemsName' | 'variety' | 'house'>): string {
  return [itemsName, variety, house].filter((word) => word !== '').join(' ');
}

/** A tree by its number, a plot by its name. */
export function treeWords(tree: string): string {
  return /^\d+$/.test(tree) ? `${tree}번` : tree;
}

/** Where something was seen: '1동 12번'. */
export function placeWords({ house, tree }: Pick<Observation, 'house' | 'tree'>): string {
  return [house, treeWords(tree)].filter((word) => word !== '').join(' ');
}

/** A figure with its unit; a step of leaf colour in its word. */
export function figureWords(name: QuantityName, value: number | null): string {
  if (name === 'leafColour') return value === null ? '-' : `${value}단계 ${leafColourWords[value - 1] ?? ''}`.trim();
  // SPAD stands in the name already, and is no unit.
  if (name === 'leafSpad') return formatNumber(value, quantities[name].decimals);
  return formatWithUnit(value, quantityWords[name].unit, quantities[name].decimals);
}

/** What was found on the tree, in one line; '' where nobody looked. */
export function pestsWords({ pests, otherPest }: Pick<Observation, 'pests' | 'otherPest'>): string {
  return [...pests.map((pest) => pestWords[pest]), otherPest].filter((word) => word !== '').join(', ');
}

/** All that was measured and found, in one line. */
export function saidWords(said: Pick<Observation, QuantityName | 'pests' | 'otherPest'>): string {
  const figures = quantityNames
    .filter((name) => said[name] !== null)
    .map((name) => `${quantityWords[name].label} ${figureWords(name, said[name])}`);
  const found = pestsWords(said);
  return [...figures, ...(found === '' ? [] : [`${fieldLabels.pests} ${found}`])].join(', ');
}

/** The fields as forms and comparisons call them. */
export const fieldLabels: Record<keyof ObservationFields, string> = {
  farmIndex: '농장',
  cropId: '작물',
  house: '동·밭',
  tree: '나무 번호나 구역',
  season: '생육 단계',
  observedAt: '조사한 때',
  shootCm: quantityWords.shootCm.label,
  fruitMm: quantityWords.fruitMm.label,
  brix: quantityWords.brix.label,
  acidityPct: quantityWords.acidityPct.label,
  leafSpad: quantityWords.leafSpad.label,
  leafColour: quantityWords.leafColour.label,
  pests: '병해충',
  otherPest: '그 밖의 병해충',
  note: '메모',
  confirmed: '맞게 쟀다고 한 값',
};

const isQuantity = (name: string): name is QuantityName => quantityNames.some((known) => known === name);

/** A field as it is read in a comparison and in a view. */
export function fieldWords(
  name: keyof ObservationFields,
  fields: ObservationFields,
  crops: readonly GrowingCrop[],
): string {
  if (isQuantity(name)) return figureWords(name, fields[name]);
  switch (name) {
    case 'cropId': {
      const crop = crops.find(({ cropId }) => cropId === fields.cropId);
      return crop ? cropWords(crop) : '-';
    }
    case 'tree':
      return treeWords(fields.tree) || '-';
    case 'observedAt':
      return formatDateTime(parseInstant(fields.observedAt));
    case 'pests':
      return pestsWords({ pests: fields.pests, otherPest: '' }) || '-';
    case 'confirmed':
      return fields.confirmed.map((one) => quantityWords[one].label).join(', ') || '-';
    case 'farmIndex':
      return String(fields.farmIndex);
    default:
      return fields[name] || '-';
  }
}
