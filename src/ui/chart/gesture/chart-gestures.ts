import { type RefObject, useEffect } from 'react';
import type { ReadingsChart } from '../paint/readings-controller.ts';
import type { Crosshair } from '../readout/crosshair-plugin.ts';

type Gestures = {
  plot: RefObject<HTMLElement | null>;
  chart: RefObject<ReadingsChart | null | undefined>;
  crosshair: Crosshair;
  reset: () => void;
};

/** One notch of a mouse wheel is 100 to 120 px of delta: a zoom of about a fifth. */
const WHEEL_ZOOM_PER_PX = 0.0018;
const PX_PER_WHEEL_LINE = 16;
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 24;

/** Zoom factor of one key press or button. */
const KEY_ZOOM = 2;
const KEY_PAN_SHARE = 0.5;

/**
 * The wheel zooms while Ctrl or ⌘ is held (browsers report a trackpad pinch this way, too), or while the chart has the
 * focus: after a click or Tab, until Escape or a click elsewhere. Otherwise the wheel scrolls the page, also while the
 * pointer is over the plot. The horizontal wheel pans by the same rule. A double click or double tap resets the range.
 */
export function useChartGestures({ plot, chart, crosshair, reset }: Gestures): void {
  useEffect(() => {
    const element = plot.current;
    if (!element) return;
    const handleWheel = (event: WheelEvent) => {
      const isAsked = event.ctrlKey || event.metaKey || element.contains(document.activeElement);
      if (!chart.current || !isAsked) return;
      event.preventDefault();
      turnWheel(chart.current, element, event);
    };
    let lastTap = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    const handleClick = ({ timeStamp: at, clientX: x, clientY: y }: MouseEvent) => {
      const isDouble = at - lastTap.at < DOUBLE_TAP_MS && Math.hypot(x - lastTap.x, y - lastTap.y) < DOUBLE_TAP_PX;
      lastTap = isDouble ? { at: Number.NEGATIVE_INFINITY, x, y } : { at, x, y };
      if (isDouble) reset();
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !chart.current) return;
      if (pressKey(event, chart.current, crosshair, reset)) event.preventDefault();
      if (event.key === 'Escape') element.blur();
    };
    // Not passive: a passive listener cannot prevent the page from scrolling.
    element.addEventListener('wheel', handleWheel, { passive: false });
    element.addEventListener('click', handleClick);
    element.addEventListener('keydown', handleKey);
    return () => {
      element.removeEventListener('wheel', handleWheel);
      element.removeEventListener('click', handleClick);
      element.removeEventListener('keydown', handleKey);
    };
  }, [plot, chart, crosshair, reset]);
}

function turnWheel(chart: ReadingsChart, element: HTMLElement, event: WheelEvent): void {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PX_PER_WHEEL_LINE : 1;
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    panBy(chart, -event.deltaX * unit);
    return;
  }
  const { left, top } = element.getBoundingClientRect();
  // A trackpad pinch has much smaller deltas than a wheel.
  const isPinch = event.ctrlKey && Math.abs(event.deltaY) < 40;
  const share = Math.exp(event.deltaY * unit * WHEEL_ZOOM_PER_PX * (isPinch ? 5 : 1));
  zoomTo(chart, share, { x: event.clientX - left, y: event.clientY - top });
}

function pressKey(event: KeyboardEvent, chart: ReadingsChart, crosshair: Crosshair, reset: () => void): boolean {
  const stride = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case 'ArrowLeft':
      crosshair.step(-1, stride);
      return true;
    case 'ArrowRight':
      crosshair.step(1, stride);
      return true;
    case 'Home':
      crosshair.toEdge('begin');
      return true;
    case 'End':
      crosshair.toEdge('end');
      return true;
    case 'PageUp':
      panByKey(chart, -1);
      return true;
    case 'PageDown':
      panByKey(chart, 1);
      return true;
    case '+':
    case '=':
      zoomByKey(chart, 1);
      return true;
    case '-':
      zoomByKey(chart, -1);
      return true;
    case '0':
      reset();
      return true;
    case 'Escape':
      crosshair.clear();
      return true;
    default:
      return false;
  }
}

/** Pans half a view back (-1) or forward (1). */
export function panByKey(chart: ReadingsChart, direction: -1 | 1): void {
  panBy(chart, -direction * chart.chartArea.width * KEY_PAN_SHARE);
}

/** Zooms out (-1) or in (1) around the middle of the view. */
export function zoomByKey(chart: ReadingsChart, direction: -1 | 1): void {
  zoomTo(chart, direction > 0 ? 1 / KEY_ZOOM : KEY_ZOOM);
}

/**
 * Zooms to this share of the current range. The plugin's factor is 1 plus what is removed: 1.25 leaves three quarters.
 */
function zoomTo(chart: ReadingsChart, share: number, focalPoint?: { x: number; y: number }): void {
  chart.zoom({ x: 2 - share, focalPoint }, 'none');
}

/** Only the time axis: the plugin would pan the value axes, too. */
function panBy(chart: ReadingsChart, px: number): void {
  const { x } = chart.scales;
  if (x) chart.pan({ x: px }, [x], 'none');
}
