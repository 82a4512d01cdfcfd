/** Messages of the server after a write. */
export const doneMessages = {
  created: '등록했습니다.',
  updated: '저장했습니다.',
  deleted: '삭제했습니다.',
  restored: '되살렸습니다.',
  signedOut: '로그인을 끊었습니다.',
  left: '함께 쓰기를 그만두었습니다.',
} as const;

/** Messages of a form without an answer: nothing is lost, and sending again has no double effect. */
export const notSentMessages = {
  offline: '연결되지 않아 보내지 못했습니다. 입력한 내용은 그대로 있으니 연결되면 다시 눌러 주세요.',
  unknown: '서버의 답을 받지 못했습니다. 다시 눌러도 두 번 저장되지 않습니다.',
  bug: '서버의 답을 읽을 수 없습니다. 화면을 새로 고친 뒤 확인해 주세요.',
} as const;

/** Message of a form when somebody else changed the same fields; both versions are shown beside it. */
export const conflictMessage = '다른 사람이 먼저 바꾸었습니다. 저장을 누르면 두 내용을 다시 비교합니다.';

/** Message when a form is left before it was saved. */
export const draftKeptMessage = '쓰던 내용은 이 기기에 보관했습니다. 다시 열면 이어서 쓸 수 있습니다.';

/** Messages for a write in the outbox. */
export const keptMessages = {
  kept: '기기에 저장했습니다. 연결되면 보냅니다.',
  /** Neither the device nor the server could store it. */
  failed:
    '저장하지 못했습니다. 이 기기의 저장 공간이 가득 찼거나 쓸 수 없고, 서버에도 연결되지 않았습니다. 입력한 내용은 화면에 그대로 있으니 닫지 마시고 다시 눌러 주세요.',
} as const;

/** State of an unsent write, shown beside its row. */
export const queuedWords = {
  waiting: '기기에 저장됨',
  sending: '보내는 중',
  sent: '보냄',
  attention: '확인 필요',
} as const;

/** Messages of the outbox page. */
export const outboxMessages = {
  hung: '이 기기의 저장 공간을 쓸 수 없습니다. 앱을 닫았다가 다시 열어 주세요.',
  draftInTheWay: '이 양식에 쓰던 다른 내용이 있거나 지금 보내는 중입니다. 먼저 그 내용을 저장하거나 지워 주세요.',
  /** `count` includes what cannot be sent without it. */
  discarded: (count: number) =>
    count === 1
      ? '버렸습니다. 서버에는 보내지 않습니다.'
      : `딸린 것까지 ${count}건을 버렸습니다. 서버에는 보내지 않습니다.`,
  undo: '되돌리기',
  unreachable: '아직 연결되지 않아 보내지 못했습니다. 연결되면 저절로 보냅니다.',
  notOurs: '이 화면에서 내보낸 파일이 아니거나 다른 사용자의 파일입니다.',
  /** `refused`: how many may not be sent from a file. */
  takenIn: (count: number, refused: number) =>
    [
      count === 0 ? '새로 가져올 것이 없습니다.' : `${count}건을 가져왔습니다.`,
      refused > 0
        ? `기기에 모아 두었다가 보낼 수 없는 ${refused}건은 가져오지 않았습니다. 연결된 곳에서 그 화면을 열어 직접 해 주세요.`
        : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  /** After the server's data was restored from a backup. */
  restored: ({ again, lost }: { again: number; lost: number }) =>
    [
      '서버의 기록이 예전 상태로 되돌아갔습니다.',
      again > 0 ? `이 기기에서 보냈지만 서버에 없는 ${again}건을 다시 보냅니다.` : '',
      lost > 0 ? `사진 ${lost}장은 이 기기에 남아 있지 않아 다시 보내지 못합니다.` : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  /** After the browser deleted the data on the device. */
  emptied: (count: number) =>
    `브라우저가 이 기기의 저장 공간을 비워, 적어 두고 아직 보내지 않은 ${count}건이 없어졌습니다. 다시 적어 주세요.`,
  /** Unsent writes of other users, who are not named. */
  ofOthers: (count: number) =>
    `이 기기에 다른 사용자가 적고 아직 보내지 않은 것이 ${count}건 있습니다. 그 사용자가 로그인하면 보냅니다.`,
} as const;
