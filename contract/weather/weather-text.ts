import type { ChannelTypeName } from '../series/sensor-types.ts';

/** Names of a weather station's quantities where they differ from those of a sensor in a house. */
export const measuredNames: { readonly [Type in ChannelTypeName]?: string } = {
  TEMPERATURE: '기온',
};

export const PRECIPITATION_TYPE_NAME = '강수 형태';

/** Precipitation by the number of sky.ts, in the words of the meteorological service. */
export const precipitationNames: readonly string[] = [
  '비·눈 없음',
  '비',
  '비 또는 눈',
  '눈',
  '소나기',
  '빗방울',
  '빗방울과 눈날림',
  '눈날림',
];

/** Name of the source when there is no station: the observation or the forecast of the grid cell. */
export const OBSERVED_PLACE_NAME = '동네 실황';
export const FORECAST_PLACE_NAME = '동네예보';

/** Name of a farm's own station when its maker gives none. */
export const OWN_STATION_NAME = '농장 기상대';

/** Answers after a change of the address of a console. */
export const pushDone = {
  issued: '기상대가 보낼 새 주소를 만들었습니다.',
  revoked: '기상대가 보내는 값을 더 받지 않습니다.',
} as const;

/** The result of asking an account for its stations. */
export function stationsMessage(count: number): string {
  return count === 0 ? '이 계정에는 기상대가 없습니다.' : `기상대 ${count}대를 찾았습니다.`;
}
