import { Link } from '@tanstack/react-router';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export type NewUserDialogProps = { isOpen: boolean; onClose: () => void };

/** Asks somebody who is new to say something about themselves. Import lazily. */
export function NewUserDialog({ isOpen, onClose }: NewUserDialogProps) {
  return (
    <Dialog
      title="추가 정보를 입력해 주세요"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Link to="/cms/my-page/edit-user-info" onClick={onClose} className={buttonClass('primary')}>
            입력하기
          </Link>
          <Button onClick={onClose}>취소</Button>
        </>
      }
    >
      <p>이름과 연락처를 적어 두면 함께 쓰는 사람이 알아볼 수 있습니다.</p>
    </Dialog>
  );
}
