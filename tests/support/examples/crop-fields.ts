import type { CropFields } from '#contract/crop/crop.ts';

/** A growing crop with nothing but its kind. */
export const plainCrop: Omit<CropFields, 'farmIndex'> = {
  itemCode: 'CRO001',
  variety: '',
  house: '',
  areaM2: null,
  treeCount: null,
  plantedOn: null,
  budBreakOn: null,
  cultivation: 'unheated',
  status: 'growing',
};
