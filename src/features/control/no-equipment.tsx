import { Link } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';

type NoEquipmentProps = {
  /** Whether the user may register equipment now. */
  mayAdd: boolean;
  /** What can be done on this page once there is some. */
  children: string;
};

/** A farm without actuators. */
export function NoEquipment({ mayAdd, children }: NoEquipmentProps) {
  return (
    <EmptyState
      title="아직 장비가 없습니다"
      action={
        mayAdd && (
          <Link to="/cms/device/sensor-create" className={buttonClass('primary')}>
            장비 등록
          </Link>
        )
      }
    >
      {children}
    </EmptyState>
  );
}
