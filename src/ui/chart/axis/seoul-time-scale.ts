import type { LinearScaleOptions, Tick } from 'chart.js';
import { stripsOf, viewOf } from '../paint/readings-controller.ts';
import { PlainScale } from './plain-scale.ts';
import { timeTicks } from './time-ticks.ts';

declare module 'chart.js' {
  interface CartesianScaleTypeRegistry {
    seoulTime: { options: LinearScaleOptions & { daysFrom?: number | undefined } };
  }
}

const FONT_PX = 14;
const LABEL_PADDING_PX = 8;

/** Epoch ms on a linear scale: Chart.js' own time scale formats and places its ticks in the host's time zone. */
export class SeoulTimeScale extends PlainScale {
  static id = 'seoulTime';
  static defaults = { ticks: { autoSkip: false, maxRotation: 0 } };

  /** The strips of states are between plot and labels: the labels move down by their height. */
  override fit(): void {
    const { ticks } = this.options;
    const { belowPx } = stripsOf(this.chart);
    ticks.padding = LABEL_PADDING_PX;
    super.fit();
    ticks.padding += belowPx;
    this.height += belowPx;
  }

  override buildTicks(): Tick[] {
    const { font } = this.options.ticks;
    const fontPx = typeof font === 'object' && 'size' in font && typeof font.size === 'number' ? font.size : FONT_PX;
    return timeTicks(viewOf(this.chart), this.width, fontPx).map(({ at, label, major }) => ({
      value: at,
      label,
      major,
    }));
  }

  /** The ticks have their labels already. */
  override generateTickLabels(): void {}
}
