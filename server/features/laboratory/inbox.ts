import type { FileStore } from '#adapters/files/port.ts'
import type { LaboratoryCodec, LaboratoryNews, ReadMessage } from '#adapters/laboratory/port.ts'
import type { Connection } from '#server/database/connect.ts'
import { applyNews, NotApplicable, type StoredNews, type TellNews } from './apply-news.ts'
import { appliedBefore, settle, storeRaw } from './store.ts'

interface InboxParts {
  connection: Connection
  codec: LaboratoryCodec
  files: FileStore
  orderNews: TellNews
}

/** Reports are in the file store before the database names them; one that is named nowhere does no harm. */
async function withFiles(files: FileStore, all: LaboratoryNews[]): Promise<StoredNews[]> {
  return Promise.all(
    all.map(async (news) => ({ ...news, fileKey: news.report ? await files.put(news.report.pdf) : null })),
  )
}

/**
 * Takes one message of the laboratory: stored raw first, then read, applied whole or not at all, and answered. The
 * same message again (sender and MSH-10) is answered as before and applied no second time.
 * Returns the acknowledgement, or null for a message that takes none. Throws when the database is away: no answer
 * then, and the laboratory sends again.
 */
export function laboratoryInbox({ connection: { db }, codec, files, orderNews }: InboxParts) {
  async function answer(raw: string, id: number, message: ReadMessage): Promise<string | null> {
    const read = { sender: message.sender, control_id: message.controlId, type: message.type }
    if (message.kind === 'refused') {
      const acknowledgement = codec.writeAcknowledgement(message, message.code, message.reason)
      await settle(db, id, read, { outcome: 'refused', reason: message.reason, acknowledgement })
      return acknowledgement
    }
    // An acknowledgement that comes by itself is news of nothing, and takes no answer.
    const accepted = message.kind === 'other' ? null : codec.writeAcknowledgement(message, 'AA')
    if (await appliedBefore(db, message.sender, message.controlId)) {
      await settle(db, id, read, { outcome: 'repeated', acknowledgement: accepted })
      return accepted
    }
    const stored = await withFiles(files, message.kind === 'other' ? [] : message.news)
    try {
      await db.transaction().execute(async (transaction) => {
        // Two connections may bring the same message at once: the unique index lets one through.
        await settle(transaction, id, read, { outcome: 'applied', acknowledgement: accepted })
        for (const news of stored) await applyNews(transaction, news, id, orderNews)
      })
      return accepted
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'message_in_once') return answer(raw, id, message)
      if (!(error instanceof NotApplicable)) throw error
      const acknowledgement = codec.writeAcknowledgement(message, 'AE', error.message)
      await settle(db, id, read, { outcome: 'refused', reason: error.message, acknowledgement })
      return acknowledgement
    }
  }
  return async (raw: string): Promise<string | null> => answer(raw, await storeRaw(db, raw), codec.read(raw))
}
