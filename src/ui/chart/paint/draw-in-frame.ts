import type { Plugin } from 'chart.js';

/**
 * Draws a chart once, however often it was told to meanwhile, and apart from what else there is to do: laying out,
 * painting and bringing the picture to the screen are then three short tasks instead of a long one, and a finger that
 * is on the screen is heard in between.
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
    // A picture that gets another size goes blank: waiting would show it so.
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
      // A frame that is waited for already is left alone: put off again and again, it might never come.
      if (frame > 0 || timer > 0) return false;
      const draw = () => {
        frame = timer = 0;
        chart.draw();
      };
      frame = requestAnimationFrame(() => {
        // A picture follows the finger at once; a new one waits until the page around it is on screen.
        if (isMoving) return draw();
        frame = 0;
        timer = window.setTimeout(draw);
      });
      return false;
    },
    beforeDestroy: cancel,
  };
}
