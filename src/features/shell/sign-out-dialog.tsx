import { useState } from 'react';
import type { Unsent } from '#src/api/write/find-unsent.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';

export type SignOutDialogProps = {
  isOpen: boolean;
  left: Unsent;
  /** Sends the queue, and signs out if nothing is left. */
  onSend: () => Promise<void>;
  onKeep: () => void;
  onDelete: () => void;
  onCancel: () => void;
};

/** The word to type to delete unsent writes. */
const CONFIRM_WORD = '지우기';

/** The subject of a form, by the first word of its name. */
const draftNouns = new Map([
  ['farm', '농장'],
  ['crop', '작물'],
  ['device', '장치'],
  ['sensor', '센서'],
  ['heat', '난방 설정'],
  ['growing', '생육 조사'],
  ['inspection', '점검'],
  ['post', '게시판 글'],
  ['comment', '댓글'],
  ['person', '내 정보'],
  ['user', '사용자'],
]);

/** '농장, 점검 2건': the drafts of all tabs. */
function draftWords(forms: readonly string[]): string {
  const nouns = forms.map((form) => draftNouns.get(form.split(' ')[0] ?? '') ?? '그 밖');
  return [...new Set(nouns)]
    .map((noun) => {
      const count = nouns.filter((other) => other === noun).length;
      return count > 1 ? `${noun} ${count}건` : noun;
    })
    .join(', ');
}

/** Asks what to do with drafts and unsent writes before signing out. Import lazily. */
export function SignOutDialog({ isOpen, left, onSend, onKeep, onDelete, onCancel }: SignOutDialogProps) {
  const { drafts, unsent } = left;
  const [isSending, setIsSending] = useState(false);
  const [typed, setTyped] = useState('');
  const mayDelete = unsent === 0 || typed.trim() === CONFIRM_WORD;
  async function send() {
    setIsSending(true);
    await onSend();
    setIsSending(false);
  }
  return (
    <Dialog
      title={unsent > 0 ? `보내지 않은 것이 ${unsent}건 있습니다` : `저장하지 않은 내용이 ${drafts.length}건 있습니다`}
      isOpen={isOpen}
      onClose={onCancel}
      footer={
        <>
          {unsent > 0 && (
            <Button isBusy={isSending} onClick={() => void send()}>
              지금 보내기
            </Button>
          )}
          <Button variant="primary" onClick={onKeep}>
            보관하고 로그아웃
          </Button>
          <Button variant="danger" onClick={onDelete} disabled={!mayDelete}>
            지우고 로그아웃
          </Button>
          <Button onClick={onCancel}>취소</Button>
        </>
      }
    >
      {drafts.length > 0 && <p>쓰던 것: {draftWords(drafts)}</p>}
      <p>이 기기에 보관하면 다음에 로그인해서 이어서 쓸 수 있습니다. 다른 사람이 로그인해도 볼 수 없습니다.</p>
      {unsent > 0 && (
        <>
          <p>보내지 않은 것은 이 기기에만 있습니다. 지우면 되살릴 수 없습니다.</p>
          <TextField
            label={`지우려면 '${CONFIRM_WORD}'를 입력해 주세요`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      )}
    </Dialog>
  );
}
