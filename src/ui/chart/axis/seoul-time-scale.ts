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

/** Epoch ms on a linear scale: Chart.js' own time scale would format and place its ticks in the host's zone. */
export class SeoulTimeScale extends PlainScale {
  static id = 'seoulTime';
  static defaults = { ticks: { autoSkip: false, maxRotation: 0 } };

  /** The strips of the states lie between the plot and the labels; only the labels move down by them. */
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

  /** The ticks bring their labels. */
  override generateTickLabels(): void {}
}
