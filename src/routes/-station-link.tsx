import { Link } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';

/** A link to the weather stations of a farm, for users who may choose them. */
export function StationLink({ farm }: { farm: Farm }) {
  if (farm.right !== 'own') return null;
  return (
    <Link
      to="/cms/farm/farm-edit/$id"
      params={{ id: String(farm.index) }}
      className="font-medium text-leaf underline underline-offset-4"
    >
      농장 정보에서 기상 관측소 정하기
    </Link>
  );
}
