import { Link } from '@tanstack/react-router';
import type { Farm } from '#contract/farm/farm.ts';

/** A link to the crop registration, for users who may register. */
export function CropsLink({ farm }: { farm: Farm }) {
  if (farm.right === 'read') return null;
  return (
    <Link to="/cms/farm/crop-manage" className="font-medium text-leaf underline underline-offset-4">
      작물 관리로 가기
    </Link>
  );
}
