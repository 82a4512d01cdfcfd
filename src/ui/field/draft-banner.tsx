import { useEffect } from 'react';
import type { FoundDraft } from '#src/lib/form/earlier-draft.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { Button } from '../button/button.tsx';
import { Banner } from '../feedback/banner.tsx';

type DraftBannerProps = { draft: FoundDraft };

/** Offers the unsaved draft of an earlier visit; one that the user asked to edit is taken at once. */
export function DraftBanner({ draft: { savedAt, isAsked, take, drop } }: DraftBannerProps) {
  useEffect(() => {
    if (isAsked) take();
  }, [isAsked, take]);
  if (isAsked) return null;
  return (
    <Banner
      tone="info"
      action={
        <span className="flex gap-2 py-1">
          <Button onClick={take}>이어서 쓰기</Button>
          <Button variant="quiet" onClick={drop}>
            버리기
          </Button>
        </span>
      }
    >
      저장하지 않은 내용이 있습니다({formatAge(Date.now() - savedAt)}).
    </Banner>
  );
}
