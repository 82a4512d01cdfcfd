import { type ReactNode, useState } from 'react';
import { showToast } from '#src/lib/toasts.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import type { ConfirmByNameProps } from './confirm-by-name.tsx';

/** The question; see ConfirmByNameProps. */
type Question = Pick<ConfirmByNameProps, 'title' | 'name' | 'nameLabel' | 'confirmLabel' | 'onConfirm'> & {
  text: ReactNode;
};

const loadConfirm = async () => (await import('./confirm-by-name.tsx')).ConfirmByName;

/**
 * A confirmation with a lazily loaded dialog: call `ask` from a button or a menu, and render `dialog` once anywhere in
 * the page.
 */
export function useConfirm(): { ask: (question: Question) => void; dialog: ReactNode } {
  const { part: ConfirmByName, fetchPart } = useLazyModule(loadConfirm);
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setIsOpen] = useState(false);

  async function ask(next: Question) {
    if (!(await fetchPart())) {
      showToast('확인 창을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
      return;
    }
    setQuestion(next);
    setIsOpen(true);
  }
  return {
    ask: (next) => void ask(next),
    dialog: ConfirmByName && question && (
      <ConfirmByName {...question} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {question.text}
      </ConfirmByName>
    ),
  };
}
