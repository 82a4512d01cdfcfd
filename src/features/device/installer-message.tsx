import type { DeviceDetail } from '#contract/device/device.ts';
import { ingest } from '#contract/device/ingest.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';

type Sent = Pick<DeviceDetail, 'name' | 'farmName' | 'farmIndex' | 'code' | 'channels' | 'mqtt'>;

/** The installer's instructions as one message: address, key, codes, an example. */
export function installerMessage(device: Sent, { origin, key }: { origin: string; key: string }): string {
  const { name, farmName, farmIndex, code, channels, mqtt } = device;
  const codes = channels.map((channel) => {
    const { unit } = channelTypes[channel.type];
    return `- ${channel.code}: ${channel.areaName} ${channel.name}${unit === '' ? '' : ` (${unit})`}`;
  });
  const example = { sensor: channels[0]?.code ?? 'temp', at: '2026-11-22T05:20:00+09:00', value: 21.4 };
  return [
    `${farmName} ${name} 연결 정보`,
    '',
    `보낼 주소: POST ${origin}${ingest.path}`,
    `장치 키: ${key}`,
    `머리말: Authorization: Bearer ${key}`,
    `보낼 내용: ${JSON.stringify({ readings: [example] })}`,
    ...(mqtt ? [`MQTT(브로커 ${mqtt.host}:${mqtt.port}): farm/${farmIndex}/${code}/state`] : []),
    '',
    ...(codes.length > 0
      ? ['센서 코드', ...codes]
      : ['센서 코드는 장치가 쓰는 이름 그대로 보내면 됩니다. 도착하면 화면에서 무엇인지 정합니다.']),
    '',
    '장치 키는 비밀번호와 같으니 다른 사람에게 보이지 마세요.',
  ].join('\n');
}
