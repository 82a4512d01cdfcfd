import { randomUUID } from 'node:crypto';
import { addComment, addPost } from '#server/board/commands.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';

const base = { title: '3동 환기창', text: '왼쪽 환기창이 끝까지 닫히지 않습니다.', untilOn: null, isPinned: false };

/** A post of the owner on a farm; returns its id. */
export async function aPostOn({ server: { store }, ids }: World, farmId: number): Promise<string> {
  const id = randomUUID();
  const by = { userId: ids.owner, at: Date.now() };
  await store.db.transaction().execute((trx) => addPost(trx, { farmId, id }, { kind: 'post', ...base }, by));
  return id;
}

/** The same on a shared farm. */
async function aPost(world: World): Promise<{ farmIndex: number; id: string }> {
  const farmIndex = await aSharedFarm(world);
  return { farmIndex, id: await aPostOn(world, farmIndex) };
}

async function aComment(world: World): Promise<{ farmIndex: number; id: string }> {
  const { farmIndex, id: postId } = await aPost(world);
  const id = randomUUID();
  const by = { userId: world.ids.owner, at: Date.now() };
  await world.server.store.db
    .transaction()
    .execute((trx) => addComment(trx, { farmId: farmIndex, id }, { postId, text: '기름칠했습니다.' }, by));
  return { farmIndex, id };
}

const badId = [{ params: { farmIndex: 1, id: '17' }, field: 'id' }];
// Other people may read a post, but not change it.
const ofAuthor = { exceptions: { writer: 403 } };

/** Examples of the board. */
export const boardExamples = {
  managePosts: {
    input: () => ({ query: { search: '환기창', sort: '-activeAt' } }),
    bad: [{ query: { sort: 'text' }, field: 'sort' }],
  },
  currentNotices: { input: () => ({}) },
  getPost: { input: async (world) => ({ params: await aPost(world) }), bad: badId },
  createPost: {
    input: async ({ farmId }) => ({
      params: { farmIndex: farmId },
      body: { id: randomUUID(), kind: 'post', title: base.title, text: base.text },
    }),
    bad: [
      { body: { id: '1' }, field: 'id' },
      { body: { title: ' ' }, field: 'title' },
      { body: { text: '' }, field: 'text' },
      { body: { untilOn: '2026-02-30' }, field: 'untilOn' },
      { body: { kind: 'order' }, field: 'kind' },
    ],
  },
  updatePost: {
    input: async (world) => ({ params: await aPost(world), body: { ...base, title: '4동 환기창', base } }),
    ...ofAuthor,
    bad: [...badId, { body: { title: '' }, field: 'title' }],
  },
  deletePost: {
    input: async (world) => ({ params: await aPost(world), body: { confirmName: base.title } }),
    ...ofAuthor,
    bad: [{ body: { confirmName: '다른 제목' }, field: 'confirmName' }],
  },
  createComment: {
    input: async (world) => ({ params: await aPost(world), body: { id: randomUUID(), text: '보았습니다.' } }),
    bad: [{ body: { text: ' ' }, field: 'text' }],
  },
  updateComment: {
    input: async (world) => {
      const before = { text: '기름칠했습니다.' };
      return { params: await aComment(world), body: { text: '기름칠했고 잘 닫힙니다.', base: before } };
    },
    ...ofAuthor,
    bad: [...badId, { body: { text: '' }, field: 'text' }],
  },
  deleteComment: {
    input: async (world) => ({ params: await aComment(world) }),
    ...ofAuthor,
    bad: badId,
  },
  seePost: {
    input: async (world) => ({ params: await aPost(world), body: { seenAt: new Date().toISOString() } }),
    bad: [{ body: { seenAt: 'today' }, field: 'seenAt' }],
  },
} satisfies Record<string, Example>;
