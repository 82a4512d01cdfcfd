const systems = [
  [/iPhone|iPad/, '아이폰·아이패드'],
  [/Android/, '안드로이드'],
  [/Windows/, '윈도'],
  [/Mac OS X/, '맥'],
  [/Linux|CrOS/, '리눅스'],
] as const;

const browsers = [
  [/SamsungBrowser/, '삼성 인터넷'],
  [/Whale/, '웨일'],
  [/Edg/, '엣지'],
  [/Firefox/, '파이어폭스'],
  [/Chrome|CriOS/, '크롬'],
  [/Safari/, '사파리'],
] as const;

/** A browser's name from its user agent. */
export function browserWords(userAgent: string): string {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [system, browser].filter(Boolean).join(' · ') || '알 수 없는 기기';
}
