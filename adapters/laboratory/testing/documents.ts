import type { ReadMessage } from '../port.ts'

type News = Extract<ReadMessage, { kind: 'news' }>['news'][number]

/** The PDFs of a report, in the order of the message. */
export function pdfsOf(news: Pick<News, 'report'> | undefined): Buffer[] {
  return (news?.report?.parts ?? []).flatMap((part) =>
    part.kind === 'document' ? [Buffer.from(part.content)] : [],
  )
}
