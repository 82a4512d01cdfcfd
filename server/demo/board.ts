import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, seoulDate } from '#contract/time/time.ts';
import { EVERYBODY } from '#contract/wire/endpoint.ts';
import { addComment, addPost, markSeen } from '../board/commands.ts';
import type { Store } from '../db/open.ts';
import type { DemoUser } from './farms.ts';

/** Fills the board as it looks after some days: a valid notice, a question with an answer, a note on a farm. */
export async function fillBoard(
  { db }: Store,
  { farmId, users, now }: { farmId: number; users: Readonly<Record<DemoUser, number>>; now: number },
): Promise<void> {
  const ago = (days: number, hours = 0) => now - days * DAY_MS - hours * HOUR_MS;
  await db.transaction().execute(async (trx) => {
    const notice = { farmId: EVERYBODY, id: randomUUID() };
    await addPost(
      trx,
      notice,
      {
        kind: 'notice',
        title: '이번 주 밤 기온이 낮습니다',
        text: '모의 데이터입니다.\n난방기와 서리 방지 최저 온도를 미리 확인해 주세요.\n예보: https://www.weather.go.kr',
        untilOn: seoulDate(now + 7 * DAY_MS),
        isPinned: true,
      },
      { userId: users.admin, at: ago(1) },
    );
    const question = { farmId: EVERYBODY, id: randomUUID() };
    await addPost(
      trx,
      question,
      {
        kind: 'post',
        title: '한라봉 수확 전 물 주는 간격',
        text: '수확 한 달 전부터 며칠 간격으로 주시나요?',
        untilOn: null,
        isPinned: false,
      },
      { userId: users.grower, at: ago(3) },
    );
    const text = '저는 당도를 보면서 열흘에 한 번으로 줄입니다.';
    await markSeen(trx, question, { userId: users.admin, at: ago(2, 6) });
    const answer = { farmId: EVERYBODY, id: randomUUID() };
    await addComment(trx, answer, { postId: question.id, text }, { userId: users.admin, at: ago(2, 5) });
    const note = { farmId, id: randomUUID() };
    await addPost(
      trx,
      note,
      {
        kind: 'post',
        title: '1동 환기창 소리',
        text: '왼쪽 환기창이 닫힐 때 소리가 납니다. 주말에 기름칠하겠습니다.',
        untilOn: null,
        isPinned: false,
      },
      { userId: users.grower, at: ago(0, 20) },
    );
  });
}
