import type { Plugin } from 'chart.js';

/**
 * Merges the draw requests of a frame into one, in a task of its own: layout, painting and compositing are then three
 * short tasks instead of a long one, and the browser handles input between them.
 */
export function createFrameDrawing(): Plugin<'readings'> {
  let frame = 0;
  let timer = 0;
  let isDrawn = false;
  let isBlank = false;
  let isMoving = false;
  const cancel = () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
    frame = timer = 0;
  };
  return {
    id: 'drawInFrame',
    // Resizing clears the canvas: draw at once instead of showing it blank.
    resize() {
      isBlank = isDrawn;
    },
    afterDraw() {
      isDrawn = true;
    },
    beforeUpdate(_chart, { mode }) {
      isMoving = mode === 'none';
    },
    beforeRender(chart) {
      if (isBlank) {
        isBlank = false;
        return true;
      }
      // Do not restart a pending frame: constant restarts could delay it for ever.
      if (frame > 0 || timer > 0) return false;
      const draw = () => {
        frame = timer = 0;
        chart.draw();
      };
      frame = requestAnimationFrame(() => {
        // A pan or zoom is drawn at once; a new picture waits until the page around it is painted.
        if (isMoving) return draw();
        frame = 0;
        timer = window.setTimeout(draw);
      });
      return false;
    },
    beforeDestroy: cancel,
  };
}
