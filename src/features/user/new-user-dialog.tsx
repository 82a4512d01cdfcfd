import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { isPromptDue, PROMPT_PAUSE_DAYS, pausePrompt } from './prompt-pause.ts';

/** Asks a new user to complete their profile, unless they declined recently. Import lazily. */
export function NewUserDialog({ userId }: { userId: string }) {
  const [isOpen, setIsOpen] = useState(() => isPromptDue(userId, Date.now()));
  function close() {
    pausePrompt(userId, Date.now());
    setIsOpen(false);
  }
  return (
    <Dialog
      title="추가 정보를 입력해 주세요"
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Link to="/cms/my-page/edit-user-info" onClick={close} className={buttonClass('primary')}>
            입력하기
          </Link>
          <Button onClick={close}>취소</Button>
        </>
      }
    >
      <p>이름과 연락처를 적어 두면 함께 쓰는 사람이 알아볼 수 있습니다.</p>
      <p className="mt-2 text-ink-soft">
        지금 하지 않으셔도 됩니다. 메뉴의 내 정보에서 언제든 적을 수 있고, {PROMPT_PAUSE_DAYS}일 뒤에 다시 여쭙니다.
      </p>
    </Dialog>
  );
}
