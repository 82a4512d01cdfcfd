import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export type SignOutDialogProps = {
  isOpen: boolean;
  /** How many forms hold something that was not sent. */
  draftCount: number;
  onKeep: () => void;
  onDelete: () => void;
  onCancel: () => void;
};

/** Asks what becomes of what was typed and not saved before somebody signs out. Import lazily. */
export function SignOutDialog({ isOpen, draftCount, onKeep, onDelete, onCancel }: SignOutDialogProps) {
  return (
    <Dialog
      title={`저장하지 않은 내용이 ${draftCount}건 있습니다`}
      isOpen={isOpen}
      onClose={onCancel}
      footer={
        <>
          <Button variant="primary" onClick={onKeep}>
            보관하고 로그아웃
          </Button>
          <Button variant="danger" onClick={onDelete}>
            지우고 로그아웃
          </Button>
          <Button onClick={onCancel}>취소</Button>
        </>
      }
    >
      <p>이 기기에 보관하면 다음에 로그인해서 이어서 쓸 수 있습니다. 다른 사람이 로그인해도 볼 수 없습니다.</p>
    </Dialog>
  );
}
