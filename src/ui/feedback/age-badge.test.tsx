import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
import { AgeBadge } from './age-badge.tsx';

const now = Date.parse('2026-11-21T14:30:00+09:00');
const badge = (minutes: number | null) =>
  renderToStaticMarkup(
    <AgeBadge at={minutes === null ? null : now - minutes * MINUTE_MS} now={now} intervalMs={MINUTE_MS} />,
  );

describe('AgeBadge', () => {
  it('says nothing while the figure is fresh', () => {
    expect(badge(2)).toBe('');
  });

  it('says the age of a figure that is two intervals old, without alarm', () => {
    expect(badge(12)).toContain('12분 전');
    expect(badge(12)).not.toContain('<svg');
  });

  it('adds a clock after fifteen minutes, so that colour is not the only sign', () => {
    expect(badge(16)).toContain('16분 전');
    expect(badge(16)).toContain('<svg');
  });

  it('carries the moment of measuring for machines and for the tooltip', () => {
    expect(badge(90)).toContain('dateTime="2026-11-21T04:00:00.000Z"');
    expect(badge(90)).toContain('11월 21일 (토) 13:00');
  });

  it('says so when there never was a figure', () => {
    expect(badge(null)).toContain('받은 값 없음');
  });
});
