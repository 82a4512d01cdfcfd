/** Names of the kinds of posts. */
export const postKindWords = { notice: '공지', post: '글' } as const;

/** Names of the things of the board where they stand among others, as in the outbox. */
export const boardNouns = { post: '글', comment: '댓글', seen: '읽음 표시' } as const;

/** Messages of refused fields. */
export const boardProblems = {
  title: '제목을 적어 주세요.',
  text: '내용을 적어 주세요.',
  day: '날짜를 2026-11-21처럼 입력해 주세요.',
} as const;
