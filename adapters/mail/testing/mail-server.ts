import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  port: number
  /** Raw messages (RFC 5322) in order of arrival. */
  received: string[]
  /** How often a client sent a password. */
  readonly logins: number
  /** Resolves once `count` messages have arrived. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** The SMTP reply codes for the next commands; omitted: accepted. */
export interface Answers {
  /** Breaks off each connection at once. */
  isAway?: boolean
  sender?: number
  /** Keyed by recipient. */
  recipients?: Record<string, number>
  message?: number
  login?: number
  /** Offers STARTTLS, with this key and certificate (PEM). */
  tls?: { key: string; cert: string }
}

const refusing = (code: number | undefined) =>
  code === undefined ? null : Object.assign(new Error('not here'), { responseCode: code })

/** A mail server on loopback that answers as the test says. It requires a login if `answers.login` is set. */
export async function startMailServer(answers: Answers = {}): Promise<MailServer> {
  const received: string[] = []
  let logins = 0
  const looks = new Set<() => void>()
  const server = new SMTPServer({
    disabledCommands: [
      ...(answers.tls ? [] : ['STARTTLS']),
      ...(answers.login === undefined ? ['AUTH'] : []),
    ],
    ...answers.tls,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth(_auth, _session, done) {
      logins += 1
      done(refusing(answers.login))
    },
    onMailFrom: (_address, _session, done) => done(refusing(answers.sender)),
    onRcptTo: ({ address }, _session, done) => done(refusing(answers.recipients?.[address])),
    onData(stream, _session, done) {
      text(stream).then((raw) => {
        const refused = refusing(answers.message)
        if (refused === null) received.push(raw)
        done(refused)
        for (const look of looks) look()
      }, done)
    },
  })
  server.server.prependListener('connection', (socket: Socket) => {
    if (answers.isAway) socket.destroy()
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    get logins() {
      return logins
    },
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        look()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
