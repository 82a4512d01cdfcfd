import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { NoticeLines } from './notice-lines.tsx';

const aNotice = (title: string, isUnread = true) => ({ id: title, farmIndex: 0, title, isUnread });

/** The text of each line. */
function linesOf(notices: Parameters<typeof NoticeLines>[0]['notices'], farmNames: string[] = []): string[] {
  const farms = farmNames.map((farmName, at) => ({ index: at + 1, farmName }));
  const markup = renderToStaticMarkup(<NoticeLines notices={notices} mayOpen={false} farms={farms} />);
  return [...markup.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, inside = '']) => inside.replaceAll(/<[^>]+>/g, ''));
}

describe('the notices over the figures', () => {
  it('are those that were not opened yet', () => {
    expect(linesOf([aNotice('한파'), aNotice('읽은 것', false)])).toEqual(['한파']);
    expect(linesOf([aNotice('읽은 것', false)])).toEqual([]);
    expect(linesOf(undefined)).toEqual([]);
  });

  it('say to which of several farms they are written', () => {
    const notices = [aNotice('한파'), { ...aNotice('정전'), farmIndex: 2 }];
    expect(linesOf(notices, ['위미', '와흘'])).toEqual(['한파', '정전와흘']);
    expect(linesOf(notices, ['위미'])).toEqual(['한파', '정전']);
  });

  it('take two lines and a count, so that the figures stay in the first screen', () => {
    expect(linesOf(['가', '나', '다', '라'].map((title) => aNotice(title)))).toEqual(['가', '나', '그 밖에 공지 2건']);
  });
});
