import type { ObservationFields } from '#contract/growing/observation.ts';
import type { GrowingCrop } from './growing-reads.ts';

export function newObservation(
  { cropId, house }: Pick<GrowingCrop, 'cropId' | 'house'>,
  farmIndex: number,
  at: number,
): ObservationFields {
  return {
    farmIndex,
    cropId,
    house,
    tree: '',
    season: '',
    observedAt: new Date(at).toISOString(),
    shootCm: null,
    fruitMm: null,
    brix: null,
    acidityPct: null,
    leafSpad: null,
    leafColour: null,
    pests: [],
    otherPest: '',
    note: '',
    confirmed: [],
  };
}
