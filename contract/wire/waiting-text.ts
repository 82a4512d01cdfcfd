/** Shown when an answer takes long, with the button that cancels the request. */
export const waitingWords = { text: '서버의 답을 기다리고 있습니다.', giveUp: '그만 기다리기' } as const;
