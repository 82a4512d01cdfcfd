import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { BackupState } from '#contract/disk/backup.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { BackupNote } from './backup-note.tsx';

const lastAt = parseInstant('2026-11-22T18:10:00.000Z');
const well = { lastAt, bytes: 37 * 1024 * 1024, copies: 14, isOverdue: false, isSameDisk: false, failure: null };

const words = (backup: BackupState) => renderToStaticMarkup(<BackupNote backup={backup} />).replaceAll(/<[^>]+>/g, '');

describe('the words of nightly copies', () => {
  it('say when the last was made, in Seoul', () => {
    expect(words(well)).toMatch(/^마지막 백업 .*03:10.* \(37 MB\) · 14개 보관$/);
  });

  it('say that last night’s is missing, and why', () => {
    const failure = { at: lastAt + 86_400_000, reason: 'noRoom' as const };
    const told = words({ ...well, isOverdue: true, failure });
    expect(told).toContain('그 뒤로 백업하지 못했습니다.');
    expect(told).toContain('의 백업이 실패했습니다. 백업을 둘 곳에 남은 공간이 없습니다.');
  });

  it('say that there is none, that they are off, and that they share a disk', () => {
    expect(words({ ...well, lastAt: null, bytes: null, copies: 0, isOverdue: true })).toBe('아직 백업이 없습니다.');
    expect(words(null)).toContain('백업이 꺼져 있습니다');
    expect(words({ ...well, isSameDisk: true })).toContain('같은 디스크에 있어');
  });
});
