import { LinearScale } from 'chart.js';
import { toFont } from 'chart.js/helpers';

type Font = ReturnType<typeof toFont>;

/**
 * A scale whose labels all look alike. Chart.js resolves the font of every label anew through its option proxies,
 * some hundred times while it lays a chart out; here it is resolved once for each set of options.
 */
export class PlainScale extends LinearScale {
  #font: { of: object; resolved: Font } | null = null;

  /** Overrides a method of Chart.js' Scale that its types leave out. */
  protected _resolveTickFontOptions(): Font {
    const { options } = this;
    if (this.#font?.of !== options) this.#font = { of: options, resolved: toFont(Object(options.ticks.font)) };
    return this.#font.resolved;
  }
}
