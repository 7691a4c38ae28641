import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const AGAIN_AFTER_MS = 500

/** What is done with the payload of each message, by its channel. */
export type OnMessage = Readonly<Record<string, (payload: string) => void>>

/**
 * Hears what the database announces on the channels of `onMessage`, on one connection that is opened again when it is lost.
 * `missed` is called when it stands again: what was announced meanwhile is not known.
 */
export async function listen(
  config: pg.ClientConfig,
  onMessage: OnMessage,
  missed: () => void,
): Promise<{ close(): Promise<void> }> {
  let closed = false

  async function open(): Promise<pg.Client> {
    const client = new pg.Client(config)
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => onMessage[channel]?.(payload ?? ''))
    try {
      await client.connect()
      for (const channel of Object.keys(onMessage))
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
