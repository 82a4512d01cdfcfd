import { EVERYBODY } from '#contract/wire/endpoint.ts';

/** The readers of a post, in a word. */
export function audienceWord({ farmIndex, farmName }: { farmIndex: number; farmName: string | null }): string {
  return farmIndex === EVERYBODY ? '모두' : (farmName ?? '농장');
}

export const postLabels = { title: '제목', text: '내용', untilOn: '알리는 마지막 날', isPinned: '위에 두기' } as const;
