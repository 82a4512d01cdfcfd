import { useId } from 'react';

/** Fill classes come from the `scene-…` tokens, so the drawing turns to night with the theme. */

type Spot = readonly [x: number, y: number, radius: number];

const foliage: readonly Spot[] = [
  [-24, -58, 26],
  [24, -60, 25],
  [0, -82, 28],
  [0, -52, 30],
];
const fruits: readonly Spot[] = [
  [-28, -54, 7],
  [-8, -72, 7.5],
  [18, -84, 6.5],
  [30, -56, 7],
  [6, -46, 8],
  [-16, -38, 6.5],
];

function Tree({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M-5 0C-3-16-5-28-9-38h18C5-28 3-16 5 0Z" className="fill-scene-trunk" />
      {foliage.map(([cx, cy, r]) => (
        <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={r} className="fill-scene-leaf" />
      ))}
      <ellipse cx="-8" cy="-88" rx="16" ry="11" className="fill-scene-leaf-light" />
      <ellipse cx="22" cy="-70" rx="13" ry="9" className="fill-scene-leaf-light" />
      <ellipse cx="-26" cy="-68" rx="12" ry="8" className="fill-scene-leaf-light" />
      {fruits.map(([cx, cy, r]) => (
        <g key={`${cx} ${cy}`}>
          <circle cx={cx} cy={cy} r={r} className="fill-scene-fruit" />
          <circle cx={cx - r * 0.3} cy={cy - r * 0.35} r={r * 0.35} className="fill-scene-fruit-light" />
        </g>
      ))}
    </g>
  );
}

/** Left edges of the three spans of the house. */
const spans = [80, 240, 400] as const;
const SPAN = 160;
const EAVES = 500;
const FLOOR = 626;

const roofOf = (x: number) =>
  `M${x} ${EAVES}C${x} ${EAVES - 78} ${x + 46} ${EAVES - 108} ${x + SPAN / 2} ${EAVES - 108}S${x + SPAN} ${EAVES - 78} ${x + SPAN} ${EAVES}`;

function Span({ x }: { x: number }) {
  const middle = x + SPAN / 2;
  return (
    <g className="fill-none stroke-scene-frame" strokeLinecap="round">
      <path
        d={`M${x + 30} ${EAVES - 76}V${EAVES}M${x + SPAN - 30} ${EAVES - 76}V${EAVES}`}
        strokeWidth="1.5"
        opacity="0.5"
      />
      <path d={`M${x + 40} ${EAVES}V${FLOOR}M${x + 120} ${EAVES}V${FLOOR}`} strokeWidth="1.5" opacity="0.5" />
      <path d={`M${middle} ${EAVES - 108}V${EAVES}`} strokeWidth="2" opacity="0.7" />
      <path d={`M${x} ${EAVES}h${SPAN}`} strokeWidth="3" />
      <path d={`M${x} ${EAVES + 70}h${SPAN}`} strokeWidth="1.5" opacity="0.5" />
      <path d={roofOf(x)} strokeWidth="5" />
      <path d={`M${x} ${EAVES}V${FLOOR}M${x + SPAN} ${EAVES}V${FLOOR}`} strokeWidth="5" />
      <path d={`M${middle} ${EAVES - 112}l34-12`} strokeWidth="4" />
    </g>
  );
}

function House() {
  const shell = `${roofOf(spans[0])}${spans
    .slice(1)
    .map((x) => roofOf(x).replace('M', 'L'))
    .join('')}V${FLOOR}H${spans[0]}Z`;
  return (
    <g>
      <path d={shell} className="fill-scene-glass" opacity="0.94" />
      <Tree x={122} y={FLOOR} scale={0.82} />
      <Tree x={200} y={FLOOR} scale={0.82} />
      <Tree x={440} y={FLOOR} scale={0.82} />
      <Tree x={518} y={FLOOR} scale={0.82} />
      <Tree x={268} y={FLOOR - 8} scale={0.66} />
      <Tree x={372} y={FLOOR - 8} scale={0.66} />
      <path
        d={`M92 ${EAVES - 2}c6-50 30-78 58-86`}
        className="fill-none stroke-scene-glass"
        strokeWidth="9"
        opacity="0.55"
      />
      {spans.map((x) => (
        <Span key={x} x={x} />
      ))}
      <g className="stroke-scene-frame" strokeWidth="4">
        <path d={`M286 ${FLOOR}v-104h68v104`} className="fill-scene-glass" fillOpacity="0.75" strokeLinejoin="round" />
        <path d={`M320 ${FLOOR}v-104`} strokeWidth="2.5" />
        <path d={`M312 ${FLOOR - 48}v-10m16 10v-10`} strokeLinecap="round" />
      </g>
      <path d={`M66 ${FLOOR}h508`} className="stroke-scene-frame" strokeWidth="7" strokeLinecap="round" />
    </g>
  );
}

/** Basalt field wall: course by course, x of the stone's middle, its half width and height. */
const stones: readonly (readonly [x: number, y: number, rx: number, ry: number])[] = [
  [18, 706, 34, 19],
  [80, 708, 30, 17],
  [140, 705, 33, 20],
  [200, 709, 28, 16],
  [44, 676, 31, 18],
  [104, 674, 30, 19],
  [162, 677, 30, 17],
  [10, 650, 24, 15],
  [70, 649, 27, 15],
  [126, 650, 24, 13],
  [446, 708, 30, 17],
  [506, 706, 33, 19],
  [570, 708, 31, 17],
  [630, 705, 30, 20],
  [484, 677, 29, 17],
  [542, 675, 31, 18],
  [602, 676, 31, 18],
  [520, 650, 24, 13],
  [574, 649, 27, 15],
  [632, 650, 26, 15],
];

function Wall() {
  return (
    <g>
      {stones.map(([x, y, rx, ry]) => (
        <g key={`${x} ${y}`}>
          <rect x={x - rx} y={y - ry} width={rx * 2} height={ry * 2} rx={ry * 0.8} className="fill-scene-stone" />
          <rect
            x={x - rx * 0.7}
            y={y - ry * 0.72}
            width={rx * 0.9}
            height={ry * 0.5}
            rx={ry * 0.25}
            className="fill-scene-stone-light"
          />
        </g>
      ))}
    </g>
  );
}

const stars: readonly Spot[] = [
  [70, 90, 1.8],
  [150, 190, 1.4],
  [228, 70, 1.6],
  [300, 150, 1.2],
  [376, 60, 1.8],
  [556, 60, 1.4],
  [600, 230, 1.6],
  [110, 290, 1.2],
  [424, 250, 1.3],
];

/** A greenhouse of three spans below Hallasan. Decorative: fills its box, cropped from the top. */
export function GreenhouseScene({ className }: { className?: string }) {
  const sky = useId();
  const glow = useId();
  return (
    <svg aria-hidden="true" viewBox="0 0 640 720" preserveAspectRatio="xMidYMax slice" className={className}>
      <defs>
        <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.1" style={{ stopColor: 'var(--scene-sky-top)' }} />
          <stop offset="0.72" style={{ stopColor: 'var(--scene-sky-low)' }} />
        </linearGradient>
        <radialGradient id={glow}>
          <stop offset="0.2" style={{ stopColor: 'var(--scene-orb)' }} stopOpacity="0.55" />
          <stop offset="1" style={{ stopColor: 'var(--scene-orb)' }} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="640" height="720" fill={`url(#${sky})`} />
      <g className="fill-scene-orb opacity-0 dark:opacity-80">
        {stars.map(([cx, cy, r]) => (
          <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={r} />
        ))}
      </g>
      <circle cx="486" cy="268" r="120" fill={`url(#${glow})`} />
      <circle cx="486" cy="268" r="40" className="fill-scene-orb" />
      <path
        d="M0 470C96 462 170 424 224 384c24-18 38-30 54-34l12-12 14 6 12-10 16 12 18 2c20 6 40 26 70 46 62 40 132 70 220 76v160H0Z"
        className="fill-scene-far"
      />
      <path
        d="M0 510c60-34 104-52 150-40 40 10 70 34 130 34s110-50 178-54 130 26 182 50v150H0Z"
        className="fill-scene-near"
      />
      <path d="M0 590c120-22 220-28 320-28s220 6 320 28v130H0Z" className="fill-scene-ground" />
      <path d="M292 622h56c18 40 48 70 84 98H208c36-28 66-58 84-98Z" className="fill-scene-path" />
      <House />
      <Wall />
    </svg>
  );
}
