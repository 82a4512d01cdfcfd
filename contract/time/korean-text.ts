/** Korean words for several screens: dates, ages and the particles after a noun. */

/** Sunday first, as `seoulParts().weekday` counts. */
export const weekdayNames = ['일', '월', '화', '수', '목', '금', '토'] as const;

export const dateWords = {
  year: '년',
  month: '월',
  day: '일',
  dayCount: '일째',
  morning: '오전',
  afternoon: '오후',
} as const;

export const durationWords = { lessThanMinute: '1분 미만', minutes: '분', hours: '시간', days: '일' } as const;

/** '지난밤', '오늘 밤 지금까지' until sunrise, '11월 20일 (금) 밤' for older nights. */
export const nightWords = { last: '지난밤', running: '오늘 밤 지금까지', of: '밤' } as const;

export const ageWords = { justNow: '방금', ago: '전' } as const;

/** Particle → its forms after a final consonant, after a vowel, and after a final rieul. */
export const particleForms = {
  을: { consonant: '을', vowel: '를', rieul: '을' },
  이: { consonant: '이', vowel: '가', rieul: '이' },
  은: { consonant: '은', vowel: '는', rieul: '은' },
  과: { consonant: '과', vowel: '와', rieul: '과' },
  이라: { consonant: '이라', vowel: '라', rieul: '이라' },
  으로: { consonant: '으로', vowel: '로', rieul: '로' },
} as const;
export type Particle = keyof typeof particleForms;

/** The title of the product, in every page title. */
export const productName = '스마트 온실 운영 시스템';
