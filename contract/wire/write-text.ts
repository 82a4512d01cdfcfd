/** What the server says when a write has been done. */
export const doneMessages = {
  created: '등록했습니다.',
  updated: '저장했습니다.',
  deleted: '삭제했습니다.',
  restored: '되살렸습니다.',
  signedOut: '로그인을 끊었습니다.',
  left: '함께 쓰기를 그만두었습니다.',
} as const;

/** What a form says when nobody answered: nothing is lost, and sending again counts once. */
export const notSentMessages = {
  offline: '연결되지 않아 보내지 못했습니다. 입력한 내용은 그대로 있으니 연결되면 다시 눌러 주세요.',
  unknown: '서버의 답을 받지 못했습니다. 다시 눌러도 두 번 저장되지 않습니다.',
  bug: '서버의 답을 읽을 수 없습니다. 화면을 새로 고친 뒤 확인해 주세요.',
} as const;

/** What a form says when somebody changed the same fields meanwhile; what both wrote stands beside it. */
export const conflictMessage = '다른 사람이 먼저 바꾸었습니다. 저장을 누르면 두 내용을 다시 비교합니다.';

/** What is said when a form is left before it was saved. */
export const draftKeptMessage = '쓰던 내용은 이 기기에 보관했습니다. 다시 열면 이어서 쓸 수 있습니다.';
