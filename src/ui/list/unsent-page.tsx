import type { ReactNode } from 'react';
import { buttonClass } from '../button/button-class.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { PageHead } from '../page-head.tsx';
import { TwoColumns } from '../two-columns.tsx';
import { QueuedEdits } from './queued-edits.tsx';
import { QueuedTag } from './queued-rows.tsx';
import { NotOnDevice, SentMeanwhile } from './unsent-notes.tsx';

/** Wraps `children` in a router Link, with `className`. */
type RenderLink = (children: ReactNode, className: string) => ReactNode;

type Unsent = {
  /** The kind of thing: '농장'. */
  noun: string;
  /** A link to its list. */
  renderList: RenderLink;
};

type UnsentPageProps = Unsent & {
  title: string;
  /** What else the device knows of it, in the head. */
  facts?: ReactNode;
  /** Its place in the queue; undefined once it was sent. */
  queued: Parameters<typeof QueuedTag>[0] | undefined;
  /** A link to its page on the server, once it was sent. */
  renderSent: RenderLink;
  edits: Parameters<typeof QueuedEdits>[0]['edits'];
  /** What can be written about it, and what cannot yet; until it is sent. */
  beside: ReactNode;
  /** Its form. */
  children: ReactNode;
};

/** The page of a thing that was created on this device and is not sent yet. */
export function UnsentPage(props: UnsentPageProps) {
  const { noun, title, facts, queued, edits, beside, renderList, renderSent, children } = props;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={title}
        renderBack={renderList}
        backLabel={`${noun} 목록`}
        lead={
          queued && (
            <>
              {facts}
              <QueuedTag state={queued.state} /> 아직 이 기기에만 있는 {noun}입니다. 연결되면 저절로 보냅니다.
            </>
          )
        }
      />
      {!queued && <SentMeanwhile noun={noun} action={renderSent(`${noun} 열기`, buttonClass())} />}
      <QueuedEdits edits={edits} />
      <TwoColumns isBesideFirst beside={queued && beside}>
        {children}
      </TwoColumns>
    </div>
  );
}

/** The same while the device is asked, and where it does not have the thing (`found` is null). */
export function NoUnsentPage({ noun, renderList, found }: Unsent & { found: null | undefined }) {
  if (found === undefined) return <Skeleton className="h-[60rem]" />;
  return <NotOnDevice noun={noun} action={renderList(`${noun} 목록`, buttonClass('primary'))} />;
}
