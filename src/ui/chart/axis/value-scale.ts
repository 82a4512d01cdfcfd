import type { LinearScaleOptions, Tick } from 'chart.js';
import { formatNumber } from '#src/lib/format-number.ts';
import { PlainScale } from './plain-scale.ts';
import { stepDecimals, type ValueScale } from './value-axis.ts';

declare module 'chart.js' {
  interface CartesianScaleTypeRegistry {
    value: { options: LinearScaleOptions };
  }
}

/** A value axis with given round steps; an axis that is not drawn has none. */
export class SteppedScale extends PlainScale {
  static id = 'value';
  static defaults = { bounds: 'data', ticks: { autoSkip: false } };

  #step = 1;

  /** Sets the limits and the step between ticks. */
  setSteps({ min, max, step }: ValueScale): void {
    this.min = min;
    this.max = max;
    this.#step = step;
  }

  override buildTicks(): Tick[] {
    if (!this.options.display) return [];
    const decimals = stepDecimals(this.#step);
    const count = Math.round((this.max - this.min) / this.#step) + 1;
    return Array.from({ length: count }, (_, index) => {
      const value = this.min + index * this.#step;
      return { value, label: formatNumber(value, decimals) };
    });
  }

  /** The ticks have their labels already. */
  override generateTickLabels(): void {}
}
