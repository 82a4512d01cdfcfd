import { useNavigate } from '@tanstack/react-router';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import type { RuleFamily } from '#contract/control/rule/rule.ts';
import { type RuleRow, ruleCalls } from '#contract/control/rule/rule-calls.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import type { MenuAction } from '#src/ui/list/menu-action.ts';

type Target = Pick<RuleRow, 'id' | 'fields' | 'right'>;

type RuleActions = {
  askDelete: (rule: Target) => void;
  /** The menu items of a rule in a list. */
  actionsOf: (rule: Target) => MenuAction[];
  /** Render it once. */
  dialog: ReactNode;
};

type RuleActionsProps = {
  mayWrite: boolean;
  /** Nothing of control is changed, nor kept for later, without a connection. */
  isOffline: boolean;
  /** Called after deletion. */
  onGone?: () => void;
};

/** The actions on a rule besides editing. */
export function useRuleActions(family: RuleFamily, props: RuleActionsProps): RuleActions {
  const { mayWrite, isOffline, onGone = () => {} } = props;
  const { attempt } = useSave(ruleCalls[family].delete);
  const { ask, dialog } = useConfirm();
  const navigate = useNavigate();

  function askDelete({ id, fields }: Target) {
    ask({
      title: '규칙을 지울까요?',
      text: <p>이 규칙이 움직이던 장비는 1분 안에 멈춥니다. 지운 규칙은 되살릴 수 없고, 판단 기록은 남습니다.</p>,
      name: fields.name,
      nameLabel: '규칙 이름',
      confirmLabel: '삭제',
      async onConfirm(confirmName) {
        const outcome = await attempt({ params: { id }, body: { confirmName } });
        if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
        showToast(outcome.answer.message);
        onGone();
        return undefined;
      },
    });
  }

  function actionsOf(rule: Target): MenuAction[] {
    if (!mayWrite || rule.right === 'read') return [];
    const params = { family: rule.fields.family, id: rule.id };
    return [
      {
        label: isOffline ? '보기' : '고치기',
        icon: <Pencil aria-hidden className="size-5" />,
        onSelect: () => void navigate({ to: '/cms/control/{$family}-edit/$id', params }),
      },
      {
        label: '다른 동에 복사',
        isDisabled: isOffline,
        icon: <Copy aria-hidden className="size-5" />,
        onSelect: () =>
          void navigate({
            to: '/cms/control/{$family}-create',
            params: { family: rule.fields.family },
            search: { from: rule.id },
          }),
      },
      {
        label: '삭제',
        icon: <Trash2 aria-hidden className="size-5" />,
        isDanger: true,
        isDisabled: isOffline,
        onSelect: () => askDelete(rule),
      },
    ];
  }
  return { askDelete, actionsOf, dialog };
}
