import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FieldPicture } from '#src/lib/picture/picture-view.ts';
import { PhotoField, type PhotoFieldProps } from './photo-field.tsx';

const aPicture = (id: string, state: FieldPicture['state']): FieldPicture => {
  const queued = state === 'queued' ? 'waiting' : undefined;
  return { id, state, queued, thumbnail: undefined, read: async () => undefined, takenAt: undefined };
};

function markupOf(change: Partial<PhotoFieldProps>): string {
  const { onAdd = () => {}, onToggle = () => {} } = change;
  const props = { label: '사진', pictures: [], preparing: 0, problem: undefined, limit: 2, ...change };
  return renderToStaticMarkup(<PhotoField {...props} onAdd={onAdd} onToggle={onToggle} />);
}

describe('a field of photos', () => {
  it('can be filled from the camera and from the device until it is full', () => {
    expect(markupOf({})).toContain('사진 찍기');
    expect(markupOf({ pictures: [aPicture('a', 'stored')] })).toContain('사진 고르기');
    const full = markupOf({ pictures: [aPicture('a', 'stored')], preparing: 1 });
    expect(full).not.toContain('사진 고르기');
    expect(full).toContain('사진 준비 중');
  });

  it('says which of them are not saved yet, and takes back what was removed', () => {
    const markup = markupOf({ pictures: [aPicture('a', 'stored'), aPicture('b', 'new'), aPicture('c', 'removed')] });
    expect(markup).toContain('aria-label="사진 1 지우기"');
    expect(markup).toContain('저장 전');
    expect(markup).toContain('aria-label="사진 3 되돌리기"');
    // A photo marked for removal does not count towards the limit.
    expect(markup).not.toContain('사진 고르기');
    expect(markupOf({ pictures: [aPicture('a', 'stored'), aPicture('c', 'removed')] })).toContain('사진 고르기');
  });

  it('says how one waits that is on this device alone, and leaves it to the outbox', () => {
    const markup = markupOf({ pictures: [aPicture('a', 'queued')] });
    expect(markup).toContain('기기에 저장됨');
    expect(markup).not.toContain('지우기');
  });

  it('says what is wrong with what was chosen', () => {
    expect(markupOf({ problem: 'unreadable' })).toContain('사진으로 읽을 수 없는 파일이 있습니다.');
    expect(markupOf({ problem: 'too-many' })).toContain('사진은 2장까지 올릴 수 있습니다.');
  });
});
