type Setting = { label: string; value: string; isSecret?: true };

/** Recommended interval of the console, s: as often as the service itself has new data. */
const INTERVAL_S = 60;

/** The console's settings, in its order. */
export function consoleSettings(
  { hostname, port, protocol }: Pick<Location, 'hostname' | 'port' | 'protocol'>,
  path: string,
): readonly Setting[] {
  return [
    { label: '보내는 형식', value: 'Ambient Weather' },
    { label: '서버 주소', value: hostname },
    { label: '경로', value: `${path}?`, isSecret: true },
    { label: '포트', value: port || (protocol === 'https:' ? '443' : '80') },
    { label: '보내는 간격', value: `${INTERVAL_S}초` },
  ];
}

/** The same as one message for the person who sets it up. */
export function consoleMessage(farmName: string, settings: readonly Setting[]): string {
  return [
    `${farmName} 기상대 연결 정보`,
    '',
    '표시기나 awnet 앱의 날씨 서버 설정에서 Customized를 켜고 다음과 같이 넣습니다.',
    ...settings.map(({ label, value }) => `- ${label}: ${value}`),
    '',
    '경로는 비밀번호와 같으니 다른 사람에게 보이지 마세요.',
  ].join('\n');
}
