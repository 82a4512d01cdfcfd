import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { type DeviceDetail, issueDeviceKey, revokeDeviceKey } from '#contract/device/device.ts';
import { confirmed, troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { SecretOnce } from '#src/ui/dialog/secret-once.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { installerMessage } from './installer-message.tsx';
import { type KnownKey, useDeviceKeys } from './use-device-keys.ts';

type KeySectionProps = {
  device: DeviceDetail;
  /** The key, if this tab knows it. */
  secret: KnownKey | undefined;
  onSecret: (secret: KnownKey | undefined) => void;
  mayEdit: boolean;
};

/** The key of a device: shown while new, later only whether there is one; can be replaced or deleted. */
export function KeySection({ device, secret, onSecret, mayEdit }: KeySectionProps) {
  const { index, hasKey } = device;
  const { attempt: issue } = useSave(issueDeviceKey);
  const { attempt: revoke } = useSave(revokeDeviceKey);
  const keys = useDeviceKeys();
  const { ask, dialog } = useConfirm();
  const [isBusy, setIsBusy] = useState(false);

  async function replace(): Promise<{ error: string } | undefined> {
    const outcome = await issue({ params: { id: index } });
    if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
    const { key } = outcome.answer.data;
    // The first response was lost, and the server does not repeat the key.
    if (key === null) return { error: '키를 다시 보여 드릴 수 없습니다. 한 번 더 눌러 새 키를 만들어 주세요.' };
    keys.remember(index, key);
    onSecret(keys.recall(index));
    return undefined;
  }
  async function handleIssue() {
    if (hasKey) {
      ask({
        title: '새 키를 만들까요?',
        text: <p>지금 쓰는 키는 바로 쓸 수 없게 됩니다. 장치에 새 키를 넣을 때까지 값을 받지 못합니다.</p>,
        confirmLabel: '새 키 만들기',
        onConfirm: replace,
      });
      return;
    }
    setIsBusy(true);
    const refused = await replace();
    setIsBusy(false);
    if (refused) showToast(refused.error, 'failed');
  }
  function handleRevoke() {
    ask({
      title: '키를 중지할까요?',
      text: (
        <p>
          이 키로 보내는 값을 지금부터 받지 않습니다. 다시 쓰려면 새 키를 만들어야 합니다.
          {device.mqtt !== null && ' MQTT로 보내는 값은 브로커의 계정으로 막아 주세요.'}
        </p>
      ),
      confirmLabel: '키 중지',
      onConfirm: async () =>
        confirmed(await revoke({ params: { id: index } }), () => {
          keys.forget(index);
          onSecret(undefined);
        }),
    });
  }

  return (
    <>
      {secret !== undefined && (
        <SecretOnce
          label="장치 키"
          secret={secret.key}
          help="장치를 설정하는 사람에게 필요합니다. 잃어버리면 새 키를 만들면 됩니다."
          message={{
            label: '설치 기사에게 보내기',
            title: `${device.name} 연결 정보`,
            text: installerMessage(device, { origin: location.origin, key: secret.key }),
          }}
          isKept={secret.isKept}
          onKept={() => {
            keys.noteKept(index);
            onSecret(keys.recall(index));
          }}
          isShownOn={isOfDevice(index)}
        />
      )}
      <FormSection title={secret === undefined ? '장치 키' : '키 관리'}>
        <p className="flex flex-wrap items-center gap-2">
          {hasKey ? '키를 쓰고 있습니다.' : <StatusTag tone="warn">키 중지됨</StatusTag>}
          <span className="text-ink-soft">
            {hasKey
              ? '등록할 때 한 번만 보이고 다시 볼 수 없습니다.'
              : '새 키를 만들어 장치에 넣으면 값을 다시 받습니다.'}
          </span>
        </p>
        {mayEdit && (
          <div className="flex flex-wrap gap-3 max-sm:flex-col">
            <Button
              onClick={() => void handleIssue()}
              isBusy={isBusy}
              icon={<KeyRound aria-hidden className="size-5" />}
            >
              새 키 만들기
            </Button>
            {hasKey && (
              <Button variant="danger" onClick={handleRevoke}>
                키 중지
              </Button>
            )}
          </div>
        )}
      </FormSection>
      {dialog}
    </>
  );
}

/** The pages of the device and of adding its sensors, where the key stays available. */
const isOfDevice = (index: number) => (pathname: string) =>
  pathname === '/cms/device/sensor-create' || pathname === `/cms/device/device-edit/${index}`;
