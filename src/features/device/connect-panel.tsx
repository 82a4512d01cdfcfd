import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { DeviceDetail } from '#contract/device/device.ts';
import { classNames } from '#src/lib/class-names.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { CodeBlock } from '#src/ui/code-block.tsx';
import { FoldedSection } from '#src/ui/field/folded-section.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { IncomingReadingsPanel } from './incoming-readings-panel.tsx';
import { KeySection } from './key-section.tsx';
import { RefusedCounts } from './refused-counts.tsx';
import { UnwantedList } from './unwanted-list.tsx';
import { useDeviceKeys } from './use-device-keys.ts';
import { curlLine, curlLineForWindows, mosquittoLine, samplesOf } from './wire-examples.ts';

type ConnectPanelProps = { device: DeviceDetail; mayEdit: boolean };

/** Connecting a device: pass on its key, wait for the first values, name them. */
export function ConnectPanel({ device, mayEdit }: ConnectPanelProps) {
  const keys = useDeviceKeys();
  const [secret, setSecret] = useState(() => keys.recall(device.index));
  const isKeyFirst = secret !== undefined && !secret.isKept;
  // The order for screen readers stays as it was at first: what is moved in the document loses the focus.
  const [isKeyReadFirst] = useState(isKeyFirst);
  const keySection = (
    <div
      key="key"
      className={classNames(
        'flex min-w-0 flex-col gap-5 lg:col-start-1 lg:row-start-1',
        isKeyFirst && 'max-lg:order-first',
      )}
    >
      <KeySection device={device} secret={secret} onSecret={setSecret} mayEdit={mayEdit} />
    </div>
  );
  const testSection = (
    <div
      key="test"
      className={classNames('min-w-0 lg:col-start-2 lg:row-start-1', !isKeyFirst && 'max-lg:order-first')}
    >
      <FormSection
        title="연결 시험"
        lead="이 화면을 열어 둔 채 장치를 켜 보세요. 값이 도착하면 바로 보이고, 모르는 값은 무엇인지 여쭈어봅니다."
      >
        <IncomingReadingsPanel device={device} mayEdit={mayEdit} />
      </FormSection>
    </div>
  );
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] lg:items-start">
      {/* A new key comes first until it was copied or sent; afterwards incoming values. */}
      {isKeyReadFirst ? [keySection, testSection] : [testSection, keySection]}
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-1">
        <UnwantedList device={device} mayEdit={mayEdit} />
        <RefusedCounts device={device} />
        <EngineerSection device={device} secret={secret?.key} />
      </div>
    </div>
  );
}

/** What the device must send, for the installer. */
function EngineerSection({ device, secret }: { device: DeviceDetail; secret: string | undefined }) {
  const isBare = device.channels.length === 0;
  const samples = isBare ? [{ sensor: 'temp', value: 21.4 }] : samplesOf(device.channels);
  const call = { origin: location.origin, key: secret ?? '장치키', samples };
  return (
    <FoldedSection title="기술자용" lead="보낼 주소와 메시지, MQTT">
      <p className="text-ink-soft">
        {secret === undefined
          ? '‘장치키’ 자리에 이 장치의 키를 넣어 보내 주세요.'
          : '이 장치의 키가 들어 있어 그대로 붙여 넣을 수 있습니다.'}{' '}
        {isBare && '센서 코드는 장치가 쓰는 이름 그대로 보내도 됩니다.'}
      </p>
      <CodeBlock label="curl (리눅스·맥)" code={curlLine(call)} />
      <CodeBlock label="curl (윈도우 명령 프롬프트)" code={curlLineForWindows(call)} />
      <CodeBlock
        label="MQTT (mosquitto_pub)"
        code={mosquittoLine(device, { hostname: location.hostname, samples, account: '-u 아이디 -P 비밀번호' })}
      />
      <p className="text-ink-soft">
        {device.mqtt === null
          ? '이 서버에는 MQTT 브로커가 연결되어 있지 않습니다. 관리자가 연결하면(MQTT_URL) MQTT로도 받습니다.'
          : 'MQTT는 장치 키 대신 브로커의 계정을 씁니다.'}{' '}
        측정 시각은 <code translate="no">at</code>에 시간대까지 적어 보내 주세요. 없으면 받은 시각으로 저장하고,
        MQTT에서 언제 잰 값인지 알 수 없으면 받지 않습니다. 서버에는 장치 키의 지문만 남습니다.
      </p>
    </FoldedSection>
  );
}

/** A link to add a sensor to this device. */
export function AddChannelLink({ deviceIndex }: { deviceIndex: number }) {
  return (
    <Link to="/cms/device/sensor-create" search={{ device: deviceIndex }} className={buttonClass('secondary')}>
      <Plus aria-hidden className="size-5" />
      센서 등록
    </Link>
  );
}
