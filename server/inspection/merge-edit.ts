import type { Checks, InspectionFields } from '#contract/inspection/inspection.ts';
import { type Given, mergeEdit } from '#contract/wire/write.ts';
import { applyEdit } from '../kernel/apply-edit.ts';

type Edit = Given<InspectionFields> & { base?: InspectionFields | undefined };

/**
 * Merges an edit into an inspection point by point, because two people may work on one checklist. Only a point that
 * both have answered differently is refused, with CHANGED_MEANWHILE.
 */
export function mergeInspection(edit: Edit, current: InspectionFields): InspectionFields {
  const { base, checks } = edit;
  if (!base || !checks) return applyEdit(edit, current);
  const points = new Set([base.checks, checks, current.checks].flatMap((each) => Object.keys(each)));
  const whole = (some: Checks) => Object.fromEntries([...points].map((point) => [point, some[point] ?? null]));
  const { merged, conflicts } = mergeEdit(whole(base.checks), whole(checks), whole(current.checks));
  if (conflicts.length > 0) return applyEdit(edit, current);
  const said = Object.entries(merged).flatMap(([point, check]) => (check ? [[point, check] as const] : []));
  const mine = { ...edit, checks: Object.fromEntries(said) };
  return applyEdit({ ...mine, base: { ...base, checks: current.checks } }, current);
}
