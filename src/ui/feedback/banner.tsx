import CloudOff from 'lucide-react/icons/cloud-off';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { IconButton } from '../button/icon-button.tsx';

/** info: a notice. warn: 주의. danger: 위험, announced at once. offline: 끊김, hatched. */
type BannerTone = 'info' | 'warn' | 'danger' | 'offline';

const tones = {
  info: { Icon: Info, className: 'bg-leaf-tint text-leaf-strong' },
  warn: { Icon: TriangleAlert, className: 'bg-warn-surface text-warn-ink' },
  danger: { Icon: OctagonAlert, className: 'bg-danger-surface text-danger-ink' },
  offline: { Icon: CloudOff, className: 'bg-offline-surface text-offline-ink' },
} as const;

type BannerProps = {
  tone: BannerTone;
  children: ReactNode;
  /** A button or a link; on phones a full-width one is on its own line. */
  action?: ReactNode;
  onClose?: () => void;
};

/** A one-sentence message across the page, with an action. */
export function Banner({ tone, children, action, onClose }: BannerProps) {
  const { Icon, className } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('fade-in flex items-start gap-3 rounded-card py-1 pr-2 pl-4', className)}
    >
      <Icon aria-hidden className="my-3 size-6 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="flex-1 basis-48 py-3 font-medium">{children}</div>
        {action}
      </div>
      {onClose && (
        <IconButton label="알림 닫기" onClick={onClose} className="text-current hover:bg-transparent">
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  );
}
