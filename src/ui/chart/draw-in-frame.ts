import type { Plugin } from 'chart.js';

/**
 * Draws a chart in the next frame, once, however often it was told to in this one. Laying out and painting eight
 * series are then two short tasks instead of a long one, and a finger that is on the screen is heard in between.
 */
export function createFrameDrawing(): Plugin<'readings'> {
  let frame = 0;
  let isBlank = false;
  return {
    id: 'drawInFrame',
    // A canvas that gets another size is blank: waiting would show it so.
    resize() {
      isBlank = true;
    },
    beforeRender(chart) {
      if (isBlank) {
        isBlank = false;
        return true;
      }
      // A frame that is waited for already is left alone: put off again and again, it might never come.
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        chart.draw();
      });
      return false;
    },
    beforeDestroy() {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
