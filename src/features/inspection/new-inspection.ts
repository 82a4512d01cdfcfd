import type { CreateForm } from '#src/offline/outbox/entry.ts';
import type { Subject } from './subject-fields.tsx';

/** The name under which the form of a new inspection keeps its draft: one for each thing it was opened for. */
export function newInspectionDraft(
  farmIndex: number,
  { sensorIndex, deviceIndex }: Pick<Subject, 'sensorIndex' | 'deviceIndex'>,
): string {
  return `inspection new ${farmIndex} ${sensorIndex ?? ''} ${deviceIndex ?? ''}`;
}

/** The form of a new inspection on a farm with this subject. */
export function newInspectionForm(farmIndex: number, { kind, sensorIndex, deviceIndex }: Subject): CreateForm {
  return {
    form: newInspectionDraft(farmIndex, { sensorIndex: null, deviceIndex: null }),
    path: `/cms/device/inspection-create?farm=${farmIndex}`,
    values: { kind, sensorIndex, deviceIndex },
  };
}
