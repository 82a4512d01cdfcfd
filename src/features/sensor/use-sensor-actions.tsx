import { useNavigate } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import Cpu from 'lucide-react/icons/cpu';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { deleteSensor, type SensorRow } from '#contract/device/sensor.ts';
import { isActuator } from '#contract/series/sensor-types.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';

type Target = Pick<SensorRow, 'index' | 'name' | 'right' | 'type' | 'farmIndex' | 'deviceIndex'>;

type SensorActions = {
  askDelete: (sensor: Target) => void;
  /** The menu items of a sensor in a list. */
  actionsOf: (sensor: Target) => MenuAction[];
  /** Render it once. */
  dialog: ReactNode;
};

/** The actions on a sensor besides editing. `onGone` is called after deletion. */
export function useSensorActions(mayWrite: boolean, onGone: () => void = () => {}): SensorActions {
  const { attempt } = useSave(deleteSensor);
  const { ask, dialog } = useConfirm();
  const navigate = useNavigate();

  function askDelete({ index, name }: Target) {
    ask({
      title: '센서를 삭제할까요?',
      text: (
        <>
          <p>이 센서의 지난 기록도 화면에서 사라지고, 같은 코드로 오는 값은 더 받지 않습니다.</p>
          <p>자리만 바뀌었다면 삭제하지 말고 위치를 고쳐 주세요. 기록이 그대로 이어집니다.</p>
        </>
      ),
      name,
      nameLabel: '센서 이름',
      confirmLabel: '삭제',
      onConfirm: async (confirmName) =>
        confirmed(await attempt({ params: { id: index }, body: { confirmName } }), onGone),
    });
  }

  function actionsOf(sensor: Target): MenuAction[] {
    const { index, farmIndex, deviceIndex, type } = sensor;
    const mayEdit = mayWrite && sensor.right !== 'read';
    const Icon = mayEdit ? Pencil : Eye;
    const drawn = isActuator(type) ? { devices: index, sensors: '' } : { sensors: index, devices: '' };
    const actions: MenuAction[] = [
      {
        label: mayEdit ? '고치기' : '자세히 보기',
        icon: <Icon aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to: '/cms/device/sensor-edit/$sensorId', params: { sensorId: String(index) } }),
      },
      {
        label: '기록 보기',
        icon: <ChartLine aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to: '/cms/monitor/record', search: { farm: farmIndex, ...drawn } }),
      },
      {
        label: '장치 보기',
        icon: <Cpu aria-hidden className="size-5" />,
        onSelect: () =>
          void navigate({ to: '/cms/device/device-edit/$deviceId', params: { deviceId: String(deviceIndex) } }),
      },
    ];
    if (mayEdit) {
      const icon = <Trash2 aria-hidden className="size-5" />;
      actions.push({ label: '삭제', icon, isDanger: true, onSelect: () => askDelete(sensor) });
    }
    return actions;
  }
  return { askDelete, actionsOf, dialog };
}
