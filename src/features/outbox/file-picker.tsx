import FileUp from 'lucide-react/icons/file-up';
import { useId } from 'react';
import { buttonClass } from '#src/ui/button/button-class.ts';

type FilePickerProps = { onFile: (text: string) => void };

/** Imports a file that this page has exported. */
export function FilePicker({ onFile }: FilePickerProps) {
  const id = useId();
  return (
    <span>
      <input
        id={id}
        type="file"
        accept="application/json,.json"
        className="peer sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void file.text().then(onFile);
        }}
      />
      <label
        htmlFor={id}
        className={`${buttonClass()} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf`}
      >
        <FileUp aria-hidden className="size-5" />
        파일에서 가져오기
      </label>
    </span>
  );
}
