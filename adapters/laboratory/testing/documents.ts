import type { ReadMessage } from '../port.ts'

type Update = Extract<ReadMessage, { kind: 'news' }>['updates'][number]

/** The PDFs of a report, in message order. */
export function pdfsOf(update: Pick<Update, 'report'> | undefined): Buffer[] {
  return (update?.report?.parts ?? []).flatMap((part) =>
    part.kind === 'document' ? [Buffer.from(part.content)] : [],
  )
}
