import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type PostLinkProps = { post: { farmIndex: number; id: string }; className?: string; children: ReactNode };

export function PostLink({ post, className, children }: PostLinkProps) {
  return (
    <Link
      to="/cms/board/board-edit/$farmIndex/$id"
      params={{ farmIndex: String(post.farmIndex), id: post.id }}
      className={className}
    >
      {children}
    </Link>
  );
}

/** A link back to the list. */
export function BoardLink({ className, children }: Omit<PostLinkProps, 'post'>) {
  return (
    <Link to="/cms/board/board-manage" className={className}>
      {children}
    </Link>
  );
}
