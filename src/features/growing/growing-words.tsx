import { leafColourWords, pestWords, quantityWords } from '#contract/growing/growing-text.ts';
import type { Observation, ObservationFields } from '#contract/growing/observation.ts';
import { type QuantityName, quantities, quantityNames } from '#contract/growing/quantities.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatNumber, formatWithUnit } from '#src/lib/format-number.ts';
import type { GrowingCrop } from './growing-reads.ts';

/** A crop's name, distinct among the crops of a farm. */
export function cropWords({ itemsName, variety, house }: Pick<GrowingCrop, 'itemsName' | 'variety' | 'house'>): string {
  return [itemsName, variety, house].filter((word) => word !== '').join(' ');
}

/** A tree by its number, or a plot by its name. */
export function treeWords(tree: string): string {
  return /^\d+$/.test(tree) ? `${tree}번` : tree;
}

/** The place of an observation: '1동 12번'. */
export function placeWords({ house, tree }: Pick<Observation, 'house' | 'tree'>): string {
  return [house, treeWords(tree)].filter((word) => word !== '').join(' ');
}

/** A figure with its unit; a leaf colour step as a word. */
export function figureWords(name: QuantityName, value: number | null): string {
  if (name === 'leafColour') return value === null ? '-' : `${value}단계 ${leafColourWords[value - 1] ?? ''}`.trim();
  // SPAD is part of the name and not a unit.
  if (name === 'leafSpad') return formatNumber(value, quantities[name].decimals);
  return formatWithUnit(value, quantityWords[name].unit, quantities[name].decimals);
}

/** Pests and diseases found on the tree, in one line; '' if nobody looked. */
export function pestsWords({ pests, otherPest }: Pick<Observation, 'pests' | 'otherPest'>): string {
  return [...pests.map((pest) => pestWords[pest]), otherPest].filter((word) => word !== '').join(', ');
}

/** All measurements and findings, in one line. */
export function saidWords(said: Pick<Observation, QuantityName | 'pests' | 'otherPest'>): string {
  const figures = quantityNames
    .filter((name) => said[name] !== null)
    .map((name) => `${quantityWords[name].label} ${figureWords(name, said[name])}`);
  const found = pestsWords(said);
  return [...figures, ...(found === '' ? [] : [`${fieldLabels.pests} ${found}`])].join(', ');
}

/** Labels of the fields in forms and comparisons. */
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

/** The text of a field in a comparison or a read-only view. */
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
