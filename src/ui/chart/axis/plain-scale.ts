import { LinearScale } from 'chart.js';
import { toFont } from 'chart.js/helpers';

type Font = ReturnType<typeof toFont>;

/**
 * A scale whose labels all have the same font. Chart.js resolves the font of every label through its option proxies,
 * some hundred times per layout; this resolves it once per set of options.
 */
export class PlainScale extends LinearScale {
  #font: { of: object; resolved: Font } | null = null;

  /** Overrides a method of Chart.js' Scale that is missing in its types. */
  protected _resolveTickFontOptions(): Font {
    const { options } = this;
    if (this.#font?.of !== options) this.#font = { of: options, resolved: toFont(Object(options.ticks.font)) };
    return this.#font.resolved;
  }
}
