import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const AGAIN_AFTER_MS = 500

interface ChannelHandlers {
  onMessage(payload: string): void
  /** Called when the connection was lost and stands again: what was announced meanwhile is not known. */
  missed(): void
}

/** Hears what the database announces on `channel`, on a connection of its own that is opened again when it is lost. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  { onMessage, missed }: ChannelHandlers,
): Promise<{ close(): Promise<void> }> {
  let closed = false

  async function open(): Promise<pg.Client> {
    const client = new pg.Client(config)
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    client.once('end', () => void again())
    return client
  }

  async function again(): Promise<void> {
    while (!closed) {
      await delay(AGAIN_AFTER_MS)
      const opened = await open().catch(() => undefined)
      if (!opened) continue
      current = opened
      if (closed) await opened.end()
      else missed()
      return
    }
  }

  let current = await open()
  return {
    async close() {
      closed = true
      await current.end()
    },
  }
}
