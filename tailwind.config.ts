import type { Config } from 'tailwindcss';
import plugin from 'tailwindcss/plugin';
import { dark, light } from './src/ui/theme/design-tokens.ts';

const variables = (palette: Record<string, string>, scheme: 'light' | 'dark') => ({
  'color-scheme': scheme,
  ...Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${name}`, value])),
});

/** The theme follows the system; data-theme on <html> (src/ui/theme/theme.ts) overrides it. Paper is always light. */
const themes = plugin(({ addBase }) => {
  addBase({
    ':root': variables(light, 'light'),
    '@media screen and (prefers-color-scheme: dark)': { ':root:not([data-theme="light"])': variables(dark, 'dark') },
    '@media screen': { ':root[data-theme="dark"]': variables(dark, 'dark') },
  });
});

const colours = Object.fromEntries(Object.keys(light).map((name) => [name, `var(--${name})`]));

export default {
  content: [],
  darkMode: [
    'variant',
    [
      '@media (prefers-color-scheme: dark) { &:where(:root:not([data-theme="light"]) *) }',
      '&:where([data-theme="dark"] *)',
    ],
  ],
  theme: {
    /** Phone below 600, tablet below 900, then the desktop shell; 1,200 and 1,536 widen it. */
    screens: { sm: '600px', md: '900px', lg: '1200px', xl: '1536px' },
    colors: { ...colours, transparent: 'transparent', current: 'currentColor', black: '#000000' },
    extend: {
      fontFamily: {
        sans: [
          'Pretendard',
          '"Apple SD Gothic Neo"',
          '"Noto Sans KR"',
          '"Noto Sans CJK KR"',
          '"Malgun Gothic"',
          'system-ui',
          'sans-serif',
        ],
      },
      /**
       * Live values: 32 to 56 px, smaller where two are side by side on a phone; `age` is the only size below 16 px,
       * for ages and axes.
       */
      fontSize: {
        age: ['0.875rem', { lineHeight: '1.25rem' }],
        'figure-md': ['2rem', { lineHeight: '1.25', letterSpacing: '-0.01em' }],
        'figure-lg': ['clamp(2rem, 1.4rem + 2.4vw, 2.75rem)', { lineHeight: '1.2', letterSpacing: '-0.02em' }],
        'figure-xl': ['clamp(2.5rem, 1.8rem + 3.4vw, 3.5rem)', { lineHeight: '1.15', letterSpacing: '-0.02em' }],
      },
      borderRadius: { card: '0.75rem' },
      boxShadow: { card: 'var(--shadow-card)', raised: 'var(--shadow-raised)' },
      /** Header heights of the specification, a touch target for gloves, and the largest width of content. */
      spacing: { 'bar-phone': '70px', 'bar-desktop': '85px', touch: '48px' },
      maxWidth: { content: '1280px' },
      transitionDuration: { DEFAULT: '160ms' },
    },
  },
  plugins: [themes],
} satisfies Config;
