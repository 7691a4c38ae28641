import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type pg from 'pg'

/** Codes of PostgreSQL's protocol in place of its version (protocol 3.0, message formats). */
const CANCEL_REQUEST = 80_877_102
const SSL_REQUEST = 80_877_103

/** A database that does not take it by then does not take it at all. */
const TAKEN_WITHIN_MS = 5_000

/** What the driver knows of a connection; its typings leave it out. */
interface Known {
  processID: number | null
  secretKey: number | null
  port: number
  host: string
  connection: { stream: Socket; ssl: boolean | object }
}

function message(...words: number[]): Buffer {
  const bytes = Buffer.alloc(4 + words.length * 4)
  bytes.writeInt32BE(bytes.length)
  for (const [index, word] of words.entries()) bytes.writeInt32BE(word, 4 + index * 4)
  return bytes
}

/**
 * Asks the database to end what `client` has it do (a cancel request, on a connection of its own). Whether it does nobody
 * is told: the statement fails with 57014 or was through before. A connection whose statement was cancelled should not be
 * used for another, which a late request would hit.
 */
export function cancelStatement(client: pg.ClientBase): void {
  const { processID, secretKey, port, host, connection } = client as unknown as Known
  if (processID === null || secretKey === null) return
  const { stream, ssl } = connection
  const { remoteAddress, remotePort } = stream
  // Of several hosts, the one that the connection goes to.
  const socket =
    remoteAddress === undefined
      ? connect({ path: `${host}/.s.PGSQL.${port}` })
      : connect({ host: remoteAddress, port: remotePort ?? port })
  socket.setTimeout(TAKEN_WITHIN_MS, () => socket.destroy())
  // Where it cannot be sent the statement goes on until its own limit.
  socket.on('error', () => socket.destroy())
  const request = message(CANCEL_REQUEST, processID, secretKey)
  if (!(stream instanceof TLSSocket)) return void socket.end(request)
  socket.write(message(SSL_REQUEST))
  socket.once('data', ([answer]) => {
    if (answer !== 'S'.charCodeAt(0)) return void socket.destroy()
    const named = isIP(host) === 0 ? { servername: host } : {}
    const secured = connectTls({ host, ...named, ...(typeof ssl === 'object' ? ssl : {}), socket })
    secured.on('error', () => socket.destroy())
    secured.end(request)
  })
}
