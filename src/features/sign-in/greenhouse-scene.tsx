import { useId } from 'react';

/** Fill classes are the `scene-…` tokens, so the drawing follows the theme. */

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
    <g className="fill-none stroke-scene-frame" strokeLinecap="round" strokeLinejoin="round">
      <path d={`M${middle} ${EAVES - 109}l48-9`} strokeWidth="4.5" />
      <path d={`M${middle + 36} ${EAVES - 116}l-3 19`} strokeWidth="2" />
      <path
        d={`M${x + 32} ${EAVES - 78}V${FLOOR}M${x + SPAN - 32} ${EAVES - 78}V${FLOOR}M${x} ${EAVES + 62}h${SPAN}`}
        strokeWidth="1.5"
        opacity="0.45"
      />
      <path d={`M${middle} ${EAVES - 108}V${EAVES}`} strokeWidth="2" opacity="0.7" />
      <path d={`M${x} ${EAVES}h${SPAN}`} strokeWidth="3" />
      <path d={`${roofOf(x)}V${FLOOR}M${x} ${EAVES}V${FLOOR}`} strokeWidth="5" />
    </g>
  );
}

/** A sensor box between the trees. */
function Sensor({ x }: { x: number }) {
  return (
    <g>
      <path d={`M${x} ${EAVES}v22`} className="stroke-scene-frame" strokeWidth="1.5" />
      <rect x={x - 7} y={EAVES + 20} width="14" height="18" rx="3" className="fill-scene-frame" />
      <circle cx={x} cy={EAVES + 26} r="2.5" className="fill-scene-fruit-light" />
    </g>
  );
}

const trees: readonly Spot[] = [
  [128, FLOOR - 2, 1.02],
  [200, FLOOR - 2, 1.02],
  [440, FLOOR - 2, 1.02],
  [512, FLOOR - 2, 1.02],
];
const treesBehind: readonly Spot[] = [
  [160, FLOOR - 14, 0.84],
  [264, FLOOR - 12, 0.88],
  [376, FLOOR - 12, 0.88],
  [480, FLOOR - 14, 0.84],
];

function House({ glass }: { glass: string }) {
  const walls = useId();
  const [first, ...others] = spans.map(roofOf);
  const outline = `${first}${others.map((roof) => roof.replace('M', 'L')).join('')}V${FLOOR}H${spans[0]}Z`;
  return (
    <g>
      <path d={outline} fill={`url(#${glass})`} />
      <clipPath id={walls}>
        <path d={outline} />
      </clipPath>
      <g clipPath={`url(#${walls})`}>
        <g opacity="0.55">
          {treesBehind.map(([x, y, scale]) => (
            <Tree key={x} x={x} y={y} scale={scale} />
          ))}
        </g>
        {trees.map(([x, y, scale]) => (
          <Tree key={x} x={x} y={y} scale={scale} />
        ))}
      </g>
      <Sensor x={161} />
      <Sensor x={479} />
      <path
        d="M104 500c2-34 14-60 34-78l16-6c-24 22-34 48-36 84Zm20 0c2-30 10-54 26-76l6-2c-14 24-20 46-22 78ZM424 500c2-34 14-60 34-78l16-6c-24 22-34 48-36 84Z"
        className="fill-scene-shine"
        opacity="0.6"
      />
      {spans.map((x) => (
        <Span key={x} x={x} />
      ))}
      <g className="stroke-scene-frame" strokeWidth="4" strokeLinejoin="round">
        <path d={`M284 ${FLOOR}v-104h72v104`} className="fill-scene-glass" fillOpacity="0.86" />
        <path d={`M320 ${FLOOR}v-104M284 ${FLOOR - 62}h72`} strokeWidth="2.5" />
        <path d={`M312 ${FLOOR - 40}v-10m16 10v-10`} strokeLinecap="round" />
      </g>
      <path d={`M66 ${FLOOR}h508`} className="stroke-scene-frame" strokeWidth="7" strokeLinecap="round" />
    </g>
  );
}

/** Basalt walls on both sides of the path, stone by stone; one path per shade. */
const stones = [
  'M147 703Q152 712 143 718Q134 723 119 724Q104 725 91 720Q79 716 79 706Q79 697 95 695Q111 693 127 694Q142 695 147 703ZM204 705Q204 714 197 719Q189 725 179 725Q168 725 158 721Q147 716 148 708Q148 700 163 696Q178 693 190 695Q203 697 204 705ZM34 666Q36 674 27 683Q18 692 1 691Q-16 690 -25 685Q-34 680 -35 671Q-35 662 -16 659Q3 657 18 658Q32 658 34 666ZM5 632Q8 642 1 649Q-5 656 -16 656Q-27 656 -33 651Q-38 645 -37 636Q-36 626 -26 623Q-17 619 -7 620Q2 622 5 632ZM61 632Q62 641 54 648Q46 656 35 656Q24 656 16 649Q9 642 9 632Q9 622 21 620Q33 618 47 621Q61 623 61 632ZM110 630Q110 638 106 647Q101 656 88 656Q75 656 68 650Q61 644 62 635Q62 626 74 622Q86 618 98 621Q110 623 110 630ZM555 704Q559 713 548 718Q537 724 521 724Q504 725 494 720Q483 715 483 707Q484 699 502 696Q520 693 536 694Q551 695 555 704ZM632 705Q632 711 626 718Q620 724 598 724Q576 725 566 720Q557 715 557 707Q557 700 573 697Q589 694 611 696Q632 699 632 705ZM669 702Q669 709 664 716Q659 723 651 723Q644 722 638 716Q631 711 633 703Q634 695 642 694Q650 692 659 694Q668 695 669 702ZM510 666Q511 675 505 683Q498 691 474 691Q450 692 442 685Q435 679 436 670Q437 660 451 658Q464 655 487 656Q510 658 510 666ZM669 669Q669 679 665 685Q661 691 653 692Q645 692 640 686Q635 680 636 670Q636 659 644 657Q652 655 660 657Q669 659 669 669ZM630 635Q632 644 625 650Q617 655 604 655Q590 655 584 650Q577 645 578 635Q578 625 589 624Q601 622 614 624Q628 625 630 635ZM669 634Q671 642 667 649Q663 657 655 656Q647 656 640 650Q634 645 634 635Q635 626 644 625Q653 623 660 625Q667 627 669 634Z',
  'M79 702Q80 709 71 717Q62 724 50 724Q39 724 28 718Q17 712 17 705Q16 699 33 694Q49 690 64 692Q78 694 79 702ZM230 700Q232 708 228 715Q225 723 220 722Q215 722 210 717Q205 711 206 702Q206 694 213 692Q219 690 224 691Q228 692 230 700ZM181 636Q183 644 176 651Q170 658 151 658Q131 658 121 653Q111 648 110 639Q109 630 124 625Q140 621 160 624Q180 627 181 636ZM483 702Q485 708 472 716Q459 723 446 723Q433 722 417 717Q401 711 403 702Q405 694 420 692Q435 691 458 693Q482 696 483 702Z',
  'M17 702Q17 707 13 716Q10 724 -8 724Q-25 724 -31 718Q-36 712 -35 703Q-34 694 -25 693Q-15 692 1 694Q17 696 17 702ZM93 666Q95 676 89 683Q82 689 68 690Q53 690 44 684Q36 678 37 670Q37 663 50 658Q63 654 77 655Q92 656 93 666ZM158 668Q160 675 153 684Q145 692 127 693Q108 693 101 687Q93 680 94 672Q95 665 111 662Q127 659 141 659Q155 660 158 668ZM205 667Q206 676 200 683Q195 690 185 690Q174 690 167 683Q160 677 159 670Q159 664 171 659Q183 654 194 657Q205 659 205 667ZM564 668Q567 679 559 686Q551 694 538 694Q525 694 517 686Q509 678 509 672Q508 665 522 661Q536 658 549 658Q561 658 564 668ZM633 669Q636 678 630 685Q624 692 606 693Q588 693 578 687Q567 682 568 674Q569 667 585 662Q601 657 616 658Q631 660 633 669ZM508 633Q510 641 504 648Q498 655 484 656Q470 657 463 649Q456 642 457 635Q458 628 470 625Q483 623 494 624Q506 624 508 633ZM576 633Q576 642 571 648Q566 654 546 654Q527 655 517 649Q507 642 508 634Q508 626 522 625Q536 623 556 624Q575 625 576 633Z',
] as const;

function Wall() {
  return (
    <g>
      <path
        d="M-10 724V640q90-12 170 14 50 24 76 70ZM650 724V640q-90-12-170 14-50 24-76 70Z"
        className="fill-scene-gap"
      />
      <path d={stones[0]} className="fill-scene-stone" />
      <path d={stones[1]} className="fill-scene-stone-light" />
      <path d={stones[2]} className="fill-scene-stone" opacity="0.88" />
    </g>
  );
}

const leaves: readonly (readonly [x: number, y: number, turn: number, length: number])[] = [
  [70, 40, 20, 74],
  [104, 70, -28, 66],
  [130, 58, 48, 70],
  [176, 92, -6, 72],
  [206, 98, 62, 62],
  [60, 74, 96, 60],
  [20, 60, 60, 80],
  [236, 112, 18, 64],
];

/** A branch in the upper left corner, on tall screens. */
function Bough() {
  return (
    <g>
      <path
        d="M-10 20c70 8 150 40 250 92"
        className="fill-none stroke-scene-trunk"
        strokeWidth="7"
        strokeLinecap="round"
      />
      {leaves.map(([x, y, turn, length], at) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${turn})`}>
          <path
            d={`M0 0C${length * 0.3}-22 ${length * 0.7}-20 ${length} 0 ${length * 0.7} 16 ${length * 0.3} 18 0 0Z`}
            className={at % 2 === 0 ? 'fill-scene-leaf' : 'fill-scene-leaf-light'}
          />
          <path d={`M4 0H${length - 10}`} className="stroke-scene-far" strokeWidth="1.5" opacity="0.6" />
        </g>
      ))}
      {(
        [
          [98, 122, 32],
          [168, 150, 27],
          [34, 118, 24],
        ] as const
      ).map(([cx, cy, r]) => (
        <g key={cx}>
          <circle cx={cx} cy={cy} r={r} className="fill-scene-fruit" />
          <ellipse cx={cx - r * 0.34} cy={cy - r * 0.36} rx={r * 0.3} ry={r * 0.2} className="fill-scene-fruit-light" />
          <path d={`M${cx - 7} ${cy - r + 3}l7 4 8-4-5 7-3 5-3-5Z`} className="fill-scene-leaf" />
        </g>
      ))}
    </g>
  );
}

const stars: readonly Spot[] = [
  [300, 60, 1.6],
  [372, 150, 1.3],
  [430, 60, 1.8],
  [556, 70, 1.4],
  [606, 190, 1.6],
  [330, 236, 1.2],
  [60, 250, 1.4],
  [140, 320, 1.2],
  [230, 220, 1.5],
];

/** A greenhouse with three spans below Hallasan. Decorative: fills its container, cropped from the top. */
export function GreenhouseScene({ className }: { className?: string }) {
  const sky = useId();
  const glow = useId();
  const glass = useId();
  return (
    <svg aria-hidden="true" viewBox="0 0 640 720" preserveAspectRatio="xMidYMax slice" className={className}>
      <defs>
        <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.1" stopColor="var(--scene-sky-top)" />
          <stop offset="0.72" stopColor="var(--scene-sky-low)" />
        </linearGradient>
        <linearGradient id={glass} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.1" stopColor="var(--scene-glass-top)" />
          <stop offset="0.75" stopColor="var(--scene-glass)" />
        </linearGradient>
        <radialGradient id={glow}>
          <stop offset="0.2" stopColor="var(--scene-orb)" stopOpacity="0.45" />
          <stop offset="1" stopColor="var(--scene-orb)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="640" height="720" fill={`url(#${sky})`} />
      <g className="fill-scene-orb opacity-0 dark:opacity-80">
        {stars.map(([cx, cy, r]) => (
          <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={r} />
        ))}
      </g>
      <circle cx="500" cy="250" r="120" fill={`url(#${glow})`} />
      <circle cx="500" cy="250" r="38" className="fill-scene-orb" />
      <path
        d="M196 262h96a15 15 0 0 0 0-30 17 17 0 0 0-17-2 30 30 0 0 0-56-4 19 19 0 0 0-23 6 15 15 0 0 0 0 30ZM388 350h62a10 10 0 0 0 0-20 12 12 0 0 0-12-1 20 20 0 0 0-37-2 12 12 0 0 0-13 3 10 10 0 0 0 0 20Z"
        className="fill-scene-shine opacity-75 dark:opacity-10"
      />
      <path
        d="M0 470C96 462 170 424 224 384c24-18 38-30 54-34l12-12 14 6 12-10 16 12 18 2c20 6 40 26 70 46 62 40 132 70 220 76v160H0Z"
        className="fill-scene-far"
      />
      <path
        d="M0 510c60-34 104-52 150-40 40 10 70 34 130 34s110-50 178-54 130 26 182 50v150H0Z"
        className="fill-scene-near"
      />
      <path d="M0 590c120-22 220-28 320-28s220 6 320 28v130H0Z" className="fill-scene-ground" />
      <path d="M284 626h72c18 38 48 66 84 94H200c36-28 66-56 84-94Z" className="fill-scene-path" />
      <House glass={glass} />
      <Wall />
      <Bough />
    </svg>
  );
}
