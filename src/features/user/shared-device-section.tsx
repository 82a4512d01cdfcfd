import { useState } from 'react';
import { browserStorage } from '#src/api/call/browser-storage.ts';
import { useSessionStore } from '#src/api/session/session.ts';
import { isSharedDevice, SHARED_KEPT_DAYS, setSharedDevice } from '#src/api/session/shared-device.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { Switch } from '#src/ui/field/switch.tsx';

/** Whether several people share this device; set on the device, without a server. */
export function SharedDeviceSection() {
  const session = useSessionStore();
  const [isShared, setIsShared] = useState(() => isSharedDevice(browserStorage));

  function change(next: boolean) {
    setSharedDevice(browserStorage, session, next);
    setIsShared(next);
  }
  return (
    <FormSection title="함께 쓰기">
      <Switch
        label="여럿이 함께 쓰는 기기"
        help={`켜면 15분 동안 쓰지 않을 때 로그아웃하고, ${SHARED_KEPT_DAYS}일 동안 보지 않은 기록은 지웁니다. 연결이 없는 동안은 로그아웃을 미룹니다. 보내지 않은 것은 그대로 둡니다.`}
        value={isShared}
        onChange={change}
      />
    </FormSection>
  );
}
