/** 1 pyeong is 400/121 m²: six feet of 10/33 m, squared. */
const M2_PER_PYEONG = 400 / 121;
/** 10a, the usual area unit for fertiliser and water, m². */
const M2_PER_10A = 1_000;

/** To 0.1: farms are not measured more precisely. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Null stays null. */
export function pyeongOf(areaM2: number | null): number | null {
  return areaM2 === null ? null : rounded(areaM2 / M2_PER_PYEONG);
}

export function m2OfPyeong(pyeong: number | null): number | null {
  return pyeong === null ? null : rounded(pyeong * M2_PER_PYEONG);
}

export function tensOfAres(areaM2: number): number {
  return areaM2 / M2_PER_10A;
}
