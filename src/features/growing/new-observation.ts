import type { ObservationFields } from '#contract/growing/observation.ts';
import type { CreateForm } from '#src/offline/outbox/entry.ts';
import type { GrowingCrop } from './growing-reads.ts';

/** The name under which the form of a new observation keeps its draft. */
export const newObservationDraft = (farmIndex: number) => `growing new ${farmIndex}`;

/** The form of a new observation on a farm, which has the fields of an edit. */
export const newObservationForm = (farmIndex: number): CreateForm => ({
  form: newObservationDraft(farmIndex),
  path: `/cms/growth/growing-create?farm=${farmIndex}`,
  values: {},
});

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
