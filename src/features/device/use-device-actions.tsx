import { useNavigate } from '@tanstack/react-router';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Plug from 'lucide-react/icons/plug';
import Thermometer from 'lucide-react/icons/thermometer';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { type DeviceRow, deleteDevice } from '#contract/device/device.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';
import { useDeviceKeys } from './use-device-keys.ts';

type Target = Pick<DeviceRow, 'index' | 'name' | 'right'>;

type DeviceActions = {
  askDelete: (device: Target) => void;
  /** The menu items of a device in a list. */
  actionsOf: (device: Target) => MenuAction[];
  /** Render it once. */
  dialog: ReactNode;
};

/** The actions on a device besides editing. `onGone` is called after deletion. */
export function useDeviceActions(mayWrite: boolean, onGone: () => void = () => {}): DeviceActions {
  const { attempt } = useSave(deleteDevice);
  const keys = useDeviceKeys();
  const { ask, dialog } = useConfirm();
  const navigate = useNavigate();

  function askDelete({ index, name }: Target) {
    ask({
      title: '장치를 삭제할까요?',
      text: (
        <>
          <p>이 장치가 보내는 값을 더 받지 않고, 장치에 달린 센서와 구동기도 목록과 화면에서 사라집니다.</p>
          <p>센서만 다른 장치로 옮기려면 먼저 센서 화면에서 장치를 바꾸어 주세요.</p>
        </>
      ),
      name,
      nameLabel: '장치 이름',
      confirmLabel: '삭제',
      onConfirm: async (confirmName) =>
        confirmed(await attempt({ params: { id: index }, body: { confirmName } }), () => {
          keys.forget(index);
          onGone();
        }),
    });
  }

  function actionsOf(device: Target): MenuAction[] {
    const mayEdit = mayWrite && device.right !== 'read';
    const Icon = mayEdit ? Pencil : Eye;
    const to = '/cms/device/device-edit/$deviceId';
    const params = { deviceId: String(device.index) };
    const actions: MenuAction[] = [
      {
        label: mayEdit ? '고치기' : '자세히 보기',
        icon: <Icon aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to, params }),
      },
      {
        label: '센서 보기',
        icon: <Thermometer aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to, params, search: { tab: 'channels' } }),
      },
      {
        label: '연결 방법',
        icon: <Plug aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to, params, search: { tab: 'connect' } }),
      },
    ];
    if (mayEdit) {
      const icon = <Trash2 aria-hidden className="size-5" />;
      actions.push({ label: '삭제', icon, isDanger: true, onSelect: () => askDelete(device) });
    }
    return actions;
  }
  return { askDelete, actionsOf, dialog };
}
