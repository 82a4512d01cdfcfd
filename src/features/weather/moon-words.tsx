/** Half the width, in phases, of a phase that is named after an instant: about a day. */
const AROUND = 0.034;

const directions = ['북', '북동', '동', '남동', '남', '남서', '서', '북서'] as const;

/** The name of a moon phase (0 to 1). */
export function moonName(phase: number): string {
  if (phase < AROUND || phase > 1 - AROUND) return '삭 (달이 보이지 않음)';
  if (phase < 0.25 - AROUND) return '초승달';
  if (phase < 0.25 + AROUND) return '상현달';
  if (phase < 0.5 - AROUND) return '차오르는 달';
  if (phase < 0.5 + AROUND) return '보름달';
  if (phase < 0.75 - AROUND) return '기우는 달';
  if (phase < 0.75 + AROUND) return '하현달';
  return '그믐달';
}

/** Degrees clockwise from north as one of eight directions: '남동'. */
export function directionName(azimuth: number): string {
  return directions[Math.round(azimuth / 45) % 8] ?? '북';
}
