import type { CropFields } from '#contract/crop/crop.ts';
import type { CreateForm } from '#src/offline/outbox/entry.ts';

/** The id is made here and part of the draft: what is observed on the crop before it is sent refers to it. */
export type NewCrop = CropFields & { id: string };

/** The form of a new crop, which has the fields of an edit. */
export const newCropForm: CreateForm = { form: 'crop new', path: '/cms/farm/crop-create', values: {} };
