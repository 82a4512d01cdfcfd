import { formatNumber } from '#src/lib/format-number.ts';

/** Hours with a decimal; none at all as '0', unknown as '-'. */
export function hoursText(hours: number | null): string {
  return hours === 0 ? '0' : formatNumber(hours, 1);
}
