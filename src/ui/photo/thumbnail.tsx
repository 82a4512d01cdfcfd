import ImageIcon from 'lucide-react/icons/image';
import { classNames } from '#src/lib/class-names.ts';
import type { PictureView } from '#src/lib/picture/picture-view.ts';
import { useObjectUrl } from './use-object-url.ts';

type ThumbnailProps = { picture: PictureView; alt: string; isDimmed?: boolean };

/** A square thumbnail; a placeholder of the same size is shown while it loads. */
export function Thumbnail({ picture, alt, isDimmed = false }: ThumbnailProps) {
  const url = useObjectUrl(picture.id, picture.thumbnail);
  const className = classNames('size-24 rounded-card bg-sunken object-cover', isDimmed && 'opacity-40 grayscale');
  if (url === undefined) {
    return (
      <span role="img" aria-label={alt} className={classNames(className, 'flex items-center justify-center')}>
        <ImageIcon aria-hidden className="size-8 text-ink-soft" />
      </span>
    );
  }
  return <img src={url} alt={alt} width={96} height={96} className={className} />;
}
