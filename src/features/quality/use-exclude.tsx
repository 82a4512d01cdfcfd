import { type ReactNode, useState } from 'react';
import { showToast } from '#src/lib/toasts.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import type { ExcludeDialogProps, Wanted } from './exclude-dialog.tsx';

const loadDialog = async () => (await import('./exclude-dialog.tsx')).ExcludeDialog;

/** The lazily loaded dialog for exclusions: call `ask`, and render `dialog` once. */
export function useExclude({ keptSince, now }: Pick<ExcludeDialogProps, 'keptSince' | 'now'>): {
  ask: (wanted: Wanted) => void;
  dialog: ReactNode;
} {
  const { part: ExcludeDialog, fetchPart } = useLazyModule(loadDialog);
  // The counter gives each opening a new form.
  const [asked, setAsked] = useState<{ wanted: Wanted; at: number; count: number }>();
  const [isOpen, setIsOpen] = useState(false);

  async function ask(wanted: Wanted) {
    if (!(await fetchPart())) {
      showToast('입력 창을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
      return;
    }
    setAsked((before) => ({ wanted, at: now, count: (before?.count ?? 0) + 1 }));
    setIsOpen(true);
  }
  return {
    ask: (wanted) => void ask(wanted),
    dialog: ExcludeDialog && asked && (
      <ExcludeDialog
        key={asked.count}
        wanted={asked.wanted}
        keptSince={keptSince}
        now={asked.at}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    ),
  };
}
