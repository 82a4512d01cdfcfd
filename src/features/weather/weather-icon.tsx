import Cloud from 'lucide-react/icons/cloud';
import CloudRain from 'lucide-react/icons/cloud-rain';
import Snowflake from 'lucide-react/icons/snowflake';
import Sun from 'lucide-react/icons/sun';
import { weatherIconOf } from '#contract/weather/sky.ts';
import { classNames } from '#src/lib/class-names.ts';

const icons = {
  sunny: { Icon: Sun, className: 'text-accent' },
  rain: { Icon: CloudRain, className: 'text-series-water' },
  snow: { Icon: Snowflake, className: 'text-series-water' },
  unknown: { Icon: Cloud, className: 'text-ink-faint' },
} as const;

type WeatherIconProps = {
  /** Precipitation type, 0 to 7; null if unknown. */
  type: number | null;
  className?: string;
};

/** The icon of a precipitation type, as specified; its text is beside it or in a label. */
export function WeatherIcon({ type, className = 'size-6' }: WeatherIconProps) {
  const { Icon, className: colour } = icons[(type === null ? undefined : weatherIconOf(type)) ?? 'unknown'];
  return <Icon aria-hidden className={classNames('shrink-0', className, colour)} />;
}
