import type { AirHint } from './air-hints.ts';

/** Published advice after such a night or day, with its source; there is no advice without a source. */
export const airHintWords = {
  heaterFrost: {
    message: '난방기가 있으면 0 ℃ 아래로 내려가지 않게 하고, 유동팬을 함께 돌리도록 권합니다.',
    source: {
      title: '한라일보 2026-01-20 한파 대비 관리 (제주도농업기술원)',
      url: 'http://www.ihalla.com/print.php?aid=1768869003781360073',
    },
  },
  frost: {
    message: '난방기가 없으면 북서쪽 측창은 닫고 남동쪽 측창을 열어 찬 공기가 고이지 않게 하도록 권합니다.',
    source: {
      title: '한라일보 2026-01-20 한파 대비 관리 (제주도농업기술원)',
      url: 'http://www.ihalla.com/print.php?aid=1768869003781360073',
    },
  },
  shoots: {
    message: '새순은 서리에 약합니다. 새순이 상했는지 살펴 주세요.',
    source: {
      title: 'KCTV: 만감류 새순 서리 피해 주의 (제주도농업기술원)',
      url: 'https://www.kctvjeju.com/news/view.kctv?article=k90785&listPage=e&page=1057',
    },
  },
  winterNight: {
    message: '겨울밤 온도는 2 ℃ 이상(레드향은 3 ℃ 이상)을 권합니다.',
    source: {
      title: '제주도농업기술원 겨울철 만감류 관리 당부 (아주경제 2012-01-12)',
      url: 'https://m.ajunews.com/view/20120112000486',
    },
  },
  winterDay: {
    message: '열매가 달린 겨울에는 낮 온도가 15 ℃를 넘지 않게 환기하도록 권합니다.',
    source: {
      title: '제주도농업기술원 겨울철 만감류 관리 당부 (아주경제 2012-01-12)',
      url: 'https://m.ajunews.com/view/20120112000486',
    },
  },
  bloomDay: {
    message: '개화기 낮 온도는 26–28 ℃를 권합니다. 더 높으면 기형과가 늘 수 있습니다.',
    source: {
      title: '제민일보 농사정보 - 하우스감귤 개화시기 관리 (제주도농업기술원, 2002-12)',
      url: 'http://www.jemin.com/news/articleView.html?idxno=75222',
    },
  },
  dropDay: {
    message: '생리낙과기에 낮 35 ℃를 넘으면 어린잎이 상합니다. 낮 25 ℃ 이하를 권합니다.',
    source: {
      title: '제민일보 - 하우스감귤 생리낙과와 온도관리 (제주도농업기술원, 2004-03)',
      url: 'http://www.jemin.com/news/articleView.html?idxno=107236',
    },
  },
  summerDay: {
    message: '33 ℃ 이상이면 에어포그를 5분씩 되풀이하고, 한낮에 차광하도록 권합니다.',
    source: {
      title: '한라일보 2025-07-07 감귤 생리낙과(시설 33℃ 에어포그·차광)',
      url: 'https://www.ihalla.com/print.php?aid=1751852878773868073',
    },
  },
} as const satisfies Record<AirHint, { message: string; source: { title: string; url: string } }>;
