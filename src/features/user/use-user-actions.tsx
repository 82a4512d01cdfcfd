import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';
import { endUserSessions, resetPassword, type UserRow } from '#contract/user/user-admin.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';

/** A password that is shown only once. */
export type OneTimePassword = { userId: string; password: string };

type UserActionsOptions = {
  onEdit: (user: UserRow) => void;
  /** Called with a new password. */
  onPassword: (made: OneTimePassword) => void;
};

/** An administrator's actions on an account. Render `dialog` once. */
export function useUserActions({ onEdit, onPassword }: UserActionsOptions): {
  actionsOf: (user: UserRow) => MenuAction[];
  dialog: ReactNode;
} {
  const { attempt: reset } = useSave(resetPassword);
  const { attempt: endSessions } = useSave(endUserSessions);
  const { ask, dialog } = useConfirm();

  function askReset({ index, userId }: UserRow) {
    ask({
      title: '비밀번호를 새로 만들까요?',
      text: <p>{userId} 님의 지금 비밀번호는 쓸 수 없게 되고 모든 기기의 로그인이 끊깁니다.</p>,
      confirmLabel: '새로 만들기',
      async onConfirm() {
        const outcome = await reset({ params: { id: index } });
        if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
        const { oneTimePassword } = outcome.answer.data;
        if (oneTimePassword !== null) onPassword({ userId, password: oneTimePassword });
        return undefined;
      },
    });
  }
  async function handleEnd({ index }: UserRow) {
    const outcome = await endSessions({ params: { id: index } });
    if ('trouble' in outcome) showToast(troubleText(outcome.trouble), 'failed');
    else showToast(outcome.answer.message);
  }
  return {
    dialog,
    actionsOf: (user) => [
      { label: '고치기', icon: <Pencil aria-hidden className="size-5" />, onSelect: () => onEdit(user) },
      {
        label: '비밀번호 새로 만들기',
        icon: <KeyRound aria-hidden className="size-5" />,
        onSelect: () => askReset(user),
      },
      {
        label: '모든 기기 로그인 끊기',
        icon: <LogOut aria-hidden className="size-5" />,
        isDisabled: user.sessions === 0,
        onSelect: () => void handleEnd(user),
      },
    ],
  };
}
