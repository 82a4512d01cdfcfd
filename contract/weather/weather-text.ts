import type { ChannelTypeName } from '../series/sensor-types.ts';

/** What a grower calls what a weather station measures, where it is not what a sensor in a house is called. */
export const measuredNames: { readonly [Type in ChannelTypeName]?: string } = {
  TEMPERATURE: '기온',
};

export const PRECIPITATION_TYPE_NAME = '강수 형태';

/** What falls, by the number of sky.ts, in the words of the meteorological service. */
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

/** Where no station tells it, what is known of the farm's place comes from the observation of its cell, or its forecast. */
export const OBSERVED_PLACE_NAME = '동네 실황';
export const FORECAST_PLACE_NAME = '동네예보';

/** The station of a farm's own, where its maker tells no name. */
export const OWN_STATION_NAME = '농장 기상대';

/** What the server says when something was done to the address of a console. */
export const pushDone = {
  issued: '기상대가 보낼 새 주소를 만들었습니다.',
  revoked: '기상대가 보내는 값을 더 받지 않습니다.',
} as const;

/** What is said of an account that was asked for its stations. */
export function stationsMessage(count: number): string {
  return count === 0 ? '이 계정에는 기상대가 없습니다.' : `기상대 ${count}대를 찾았습니다.`;
}
