import type { ReactNode } from 'react';
import { withParticle } from '#contract/time/with-particle.ts';
import { Banner } from '../feedback/banner.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';

type UnsentNoteProps = {
  /** The kind of thing: '농장'. */
  noun: string;
  /** A link to the thing, or to its list. */
  action: ReactNode;
};

/** On the page of an unsent thing, once it was sent: its form stays open, so that what is being typed is not lost. */
export function SentMeanwhile({ noun, action }: UnsentNoteProps) {
  return (
    <Banner tone="info" action={action}>
      이 {withParticle(noun, '을')} 서버에 보냈습니다.
    </Banner>
  );
}

/** In place of the page of an unsent thing that this device does not have. */
export function NotOnDevice({ noun, action }: UnsentNoteProps) {
  return (
    <EmptyState title={`이 기기에 없는 ${noun}입니다`} action={action}>
      보내기 전에 버렸거나, 다른 기기에서 적은 {noun}입니다.
    </EmptyState>
  );
}
