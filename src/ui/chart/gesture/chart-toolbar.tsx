import { ChevronLeft, ChevronRight, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';
import { classNames } from '#src/lib/class-names.ts';
import { IconButton } from '#src/ui/button/icon-button.tsx';

type ChartToolbarProps = {
  isHome: boolean;
  onPan: (direction: -1 | 1) => void;
  onZoom: (direction: -1 | 1) => void;
  onReset: () => void;
  className?: string;
};

/** Buttons for panning and zooming, for users who cannot drag or pinch. */
export function ChartToolbar({ isHome, onPan, onZoom, onReset, className }: ChartToolbarProps) {
  return (
    <fieldset aria-label="그래프 범위" className={classNames('flex', className)}>
      <IconButton label="이전 시간" onClick={() => onPan(-1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label="축소" onClick={() => onZoom(-1)}>
        <ZoomOut />
      </IconButton>
      <IconButton label="확대" onClick={() => onZoom(1)}>
        <ZoomIn />
      </IconButton>
      <IconButton label="다음 시간" onClick={() => onPan(1)}>
        <ChevronRight />
      </IconButton>
      {/* Not `disabled`: a disabled button would lose the focus. */}
      <IconButton
        label="처음 범위"
        aria-disabled={isHome}
        onClick={() => !isHome && onReset()}
        className="aria-disabled:opacity-40"
      >
        <RotateCcw />
      </IconButton>
    </fieldset>
  );
}
