import { useNavigate } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import Eye from 'lucide-react/icons/eye';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import type { Farm } from '#contract/farm/farm.ts';
import { deleteFarm, leaveFarm } from '#contract/farm/farm-manage.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';

type Target = Pick<Farm, 'index' | 'farmName' | 'right'>;

type FarmActions = {
  askDelete: (farm: Target) => void;
  askLeave: (farm: Target) => void;
  /** The menu items of a farm in a list. */
  actionsOf: (farm: Target) => MenuAction[];
  /** Render it once. */
  dialog: ReactNode;
};

/** Deletes a farm or leaves a shared one, each after confirmation. `onGone` is called afterwards. */
export function useFarmActions(mayWrite: boolean, onGone: () => void = () => {}): FarmActions {
  const { attempt: remove } = useSave(deleteFarm);
  const { attempt: leave } = useSave(leaveFarm);
  const { ask, dialog } = useConfirm();
  const navigate = useNavigate();

  function askDelete({ index, farmName }: Target) {
    ask({
      title: '농장을 삭제할까요?',
      text: (
        <>
          <p>이 농장의 작물, 장치, 기록을 아무도 볼 수 없고, 장치가 보내는 값도 더 받지 않습니다.</p>
          <p>30일 안에는 관리자가 되살릴 수 있습니다.</p>
        </>
      ),
      name: farmName,
      nameLabel: '농장 이름',
      confirmLabel: '삭제',
      onConfirm: async (confirmName) =>
        confirmed(await remove({ params: { id: index }, body: { confirmName } }), onGone),
    });
  }

  function askLeave({ index, farmName }: Target) {
    ask({
      title: '함께 쓰기를 그만둘까요?',
      text: (
        <p>
          {withParticle(farmName, '을')} 더는 볼 수 없습니다. 다시 보려면 농장주가 공동 사용자로 다시 더해야 합니다.
        </p>
      ),
      confirmLabel: '그만두기',
      onConfirm: async () => confirmed(await leave({ params: { id: index } }), onGone),
    });
  }

  function actionsOf(farm: Target): MenuAction[] {
    const mayEdit = farm.right === 'own' && mayWrite;
    const Icon = mayEdit ? Pencil : Eye;
    const actions: MenuAction[] = [
      {
        label: mayEdit ? '고치기' : '자세히 보기',
        icon: <Icon aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to: '/cms/farm/farm-edit/$id', params: { id: String(farm.index) } }),
      },
      {
        label: '센서 기록 보기',
        icon: <ChartLine aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to: '/cms/monitor/record', search: { farm: farm.index } }),
      },
    ];
    if (mayEdit) {
      const icon = <Trash2 aria-hidden className="size-5" />;
      actions.push({ label: '삭제', icon, isDanger: true, onSelect: () => askDelete(farm) });
    }
    if (farm.right !== 'own' && mayWrite) {
      const icon = <LogOut aria-hidden className="size-5" />;
      actions.push({ label: '함께 쓰기 그만두기', icon, isDanger: true, onSelect: () => askLeave(farm) });
    }
    return actions;
  }
  return { askDelete, askLeave, actionsOf, dialog };
}
