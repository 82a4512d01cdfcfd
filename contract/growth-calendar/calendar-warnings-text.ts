type WarningWords = {
  message: string;
  /** Key into the sources of the calendars. */
  source: string;
};

/** This crop needs warmer winters than the others, and its fruit cracks in a hot early summer. */
export const kanpeiName = '레드향';

/** Messages: what a target would do to the trees, and the source. */
export const calendarWarningWords = {
  gap: {
    message: '발아부터 개화 전까지 낮과 밤의 온도 차이가 10 ℃를 넘으면 꽃이 작아지고 기형과가 늘 수 있습니다.',
    source: 'S7',
  },
  hotBeforeBloom: {
    message: '개화 전 낮 온도가 30 ℃ 이상이면 꽃이 작아지고 기형과가 늘 수 있습니다.',
    source: 'S7',
  },
  hotBloom: { message: '개화기 낮 온도는 26–28 ℃를 권합니다. 더 높으면 기형과가 늘 수 있습니다.', source: 'S4' },
  coldBloom: { message: '가온 재배의 개화기 밤 온도가 15 ℃보다 낮으면 개화가 늦어집니다.', source: 'S4' },
  coldHeated: { message: '가온 재배는 발아부터 생리낙과까지 밤 온도 16–18 ℃를 권합니다.', source: 'S7' },
  hotDrop: {
    message: '생리낙과기 낮 온도가 높으면 어린 열매가 많이 떨어집니다. 낮 25 ℃ 이하를 권합니다.',
    source: 'S5',
  },
  fastCooling: {
    message:
      '착색기에 밤 온도를 이보다 천천히 내리도록 권합니다: 20 ℃까지는 이틀에 1 ℃, 17 ℃까지는 사흘에 1 ℃, 그다음에 자연온도. 열매 속이 익기 전에 내리면 색은 빨리 나도 당도가 낮고 산이 높습니다.',
    source: 'S33',
  },
  hotCracking: { message: '레드향은 5–6월 온도가 높을수록 열과가 늘었습니다. 30 ℃ 미만을 권합니다.', source: 'S12' },
  hotSummer: { message: '33 ℃ 이상이면 에어포그와 차광으로 식히도록 권합니다.', source: 'S20' },
  hotWinter: { message: '겨울에 낮 온도가 15 ℃를 넘지 않게 관리하도록 권합니다.', source: 'S1' },
  coldWinter: { message: '겨울밤 온도는 2 ℃ 이상(레드향은 3 ℃ 이상)을 권합니다.', source: 'S1' },
} as const satisfies Record<string, WarningWords>;
