/** Korean words of devices and sensors that schema, server and screens share. */

export const deviceKindWords = {
  controller: '제어기',
  gateway: '중계기',
  node: '센서 노드',
  station: '기상 장비',
  other: '기타',
} as const;

/** Names of sensors and devices where they stand among other things, as in the outbox. */
export const sensorNoun = '센서';
export const calibrationNoun = '센서 보정';

/** Messages of refused fields. */
export const deviceProblems = {
  deviceCode: '영문 소문자, 숫자, -, _만 쓰고 영문이나 숫자로 시작해 주세요.',
  channelCode: '영문, 숫자, -, _, .만 쓰고 영문이나 숫자로 시작해 주세요.',
  reservedCode: '장치가 보내는 메시지에서 따로 쓰는 말입니다. 다른 코드를 정해 주세요.',
  device: '장치를 골라 주세요.',
  interval: '1초에서 24시간 사이로 입력해 주세요.',
  range: '최솟값은 최댓값보다 작아야 합니다.',
  correction: '소수 넷째 자리까지 입력할 수 있습니다.',
  day: '날짜를 2026-11-21처럼 입력해 주세요.',
  future: '오늘까지의 날짜를 골라 주세요.',
  deviceCodeTaken: '이 농장에 같은 코드를 쓰는 장치가 있습니다.',
  channelCodeTaken: '이 장치에 같은 코드를 쓰는 센서가 있습니다.',
  otherFarm: '다른 농장의 장치로는 옮길 수 없습니다.',
  typeFixed: '이미 받은 값이 있어 종류를 바꿀 수 없습니다. 새 센서로 등록해 주세요.',
} as const;

/** Why a reading was refused or flagged, for the sender and the grower; the codes stand in ingest.ts. */
export const refusalWords = {
  MALFORMED:
    '보낸 내용의 형식이 맞지 않습니다. 센서 코드(sensor)와 값(value)이 있어야 하고, 시각에는 시간대가 있어야 합니다.',
  UNKNOWN_SENSOR: '이 장치에 등록되지 않은 센서 코드입니다.',
  KEPT: '이 장치에 등록되지 않은 센서 코드입니다. 24시간 맡아 두니 그 안에 센서로 등록해 주세요.',
  FUTURE: '측정 시각이 5분 넘게 앞서 있습니다. 장치의 시계를 맞춰 주세요.',
  TOO_OLD: '측정 시각이 너무 오래되었습니다. 장치의 시계를 맞춰 주세요.',
  UNDATED: '시각이 없는 값인데 언제 잰 것인지 알 수 없습니다. 장치가 측정 시각(at)을 함께 보내게 해 주세요.',
  NOT_A_NUMBER: '값이 숫자가 아닙니다.',
  TOO_LARGE: '한 메시지가 2MB를 넘습니다. 나누어 보내 주세요.',
  IMPLAUSIBLE: '있을 수 있는 범위를 벗어난 값입니다. 저장은 했지만 통계에서는 뺍니다.',
} as const;

/** Question about values under an unknown code; 'humi 63을' stands before it. */
export const unknownWords = '보냅니다. 무엇인가요?';

/** Words for the state of a device or sensor that should report. */
export const reportingWords = {
  reporting: '수신 중',
  silent: '끊김',
  waiting: '첫 값 기다림',
  unstored: '받지 않는 값 있음',
} as const;

/** Answers after a change of a device or a sensor. */
export const deviceDone = {
  adopted: '등록했습니다. 맡아 둔 값부터 보여 드립니다.',
  keyIssued: '새 장치 키를 만들었습니다. 이전 키는 더 쓸 수 없습니다.',
  keyRevoked: '장치 키를 중지했습니다.',
  moved: '센서를 옮겼습니다. 지난 기록은 그대로 남아 있습니다.',
  calibrated: '보정값을 저장했습니다.',
  calibrationDropped: '보정값을 삭제했습니다.',
  codeDropped: '이 값은 더 묻지 않습니다. 장치의 연결 화면에서 다시 쓸 수 있습니다.',
  codeReclaimed: '다시 여쭈어봅니다.',
} as const;

/** A calibration in words, in two parts. */
export const correctionWords = ({ sinceOn, correction }: { sinceOn: string; correction: number }) => [
  `${sinceOn}부터`,
  `더하는 값 ${correction}`,
];
