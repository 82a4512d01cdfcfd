import type { FarmFacts } from '#contract/farm/farm.ts';
import type { FarmRow } from '#contract/farm/farm-manage.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { pyeongOf, tensOfAres } from './area.ts';

/** The rights of a co-user, as text. */
export const memberRights = { read: '보기만', write: '함께 관리' } as const;

/** The user's right on a farm; administrators have every right on others' farms. */
export function rightWords({ right, owner }: Pick<FarmRow, 'right' | 'owner'>, myId: string | null): string {
  if (right !== 'own') return memberRights[right];
  return owner.userId === myId ? '내 농장' : '관리자로 관리';
}

/** '3,300 ㎡ (3.30 × 10a, 998평)'. */
export function areaWords(areaM2: number | null): string {
  if (areaM2 === null) return '-';
  return `${formatNumber(areaM2, areaM2 % 1 === 0 ? 0 : 1)} ㎡ (${smallAreaWords(areaM2)})`;
}

/** '3.30 × 10a, 998평'. */
export function smallAreaWords(areaM2: number): string {
  return `${formatNumber(tensOfAres(areaM2), 2)} × 10a, ${formatNumber(pyeongOf(areaM2), 0)}평`;
}

export function positionWords({ latitude, longitude }: Pick<FarmFacts, 'latitude' | 'longitude'>): string {
  if (latitude === null || longitude === null) return '-';
  return `북위 ${formatNumber(latitude, 5)}°, 동경 ${formatNumber(longitude, 5)}°`;
}
