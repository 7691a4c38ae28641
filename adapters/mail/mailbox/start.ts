import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyPluginAsync } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { mailboxPages } from './pages.ts'
import { mailboxStore } from './store.ts'

interface MailboxOptions {
  /** Directory of the messages, one file each. */
  dir: string
  laboratoryName: string
  /** `#rrggbb`, dark enough for white text. */
  accentColor: string
  /** Target of "Back to the portal"; `/` by default. */
  portalOrigin?: string
}

export interface Mailbox {
  /** `smtp://127.0.0.1:port`, for `smtpSender`. */
  url: string
  /** The pages at `/mailbox`; register it without a prefix. */
  plugin: FastifyPluginAsync
  close(): Promise<void>
}

const LARGEST_MAIL = 1024 * 1024

/**
 * The embedded mail server: accepts every mail and, instead of delivering it, shows it at `/mailbox`. Anybody
 * who opens the page reads everybody's mail, including sign-in links: for demonstrations only.
 */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const store = await mailboxStore(options.dir)
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    logger: false,
    onData(stream, _session, done) {
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('too large'), { responseCode: 552 })
          return store.keep(raw)
        })
        .then(() => done(), done)
    },
  })
  // A client that disconnects is not an error.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    plugin: mailboxPages(store, options),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
